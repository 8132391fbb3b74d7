"""A media player on the user's D-Bus (MPRIS), for desktop_test.py: its name, its first state; a line to standard output for each change.

With a third word it has a volume: that number, or "own", which nobody may set."""

import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

PLAYER = "org.mpris.MediaPlayer2.Player"


class Player(dbus.service.Object):
    def __init__(self, bus, status):
        super().__init__(bus, "/org/mpris/MediaPlayer2")
        self.status = status
        self.volume = None if len(sys.argv) < 4 else 1.0 if sys.argv[3] == "own" else float(sys.argv[3])

    def become(self, status):
        self.status = status
        print(status, flush=True)

    @dbus.service.method(PLAYER)
    def Pause(self):
        self.become("Paused")

    @dbus.service.method(PLAYER)
    def Play(self):
        self.become("Playing")

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        if name != "Volume":
            return self.status
        if self.volume is None:
            raise dbus.exceptions.DBusException("no volume", name="org.freedesktop.DBus.Error.UnknownProperty")
        return self.volume

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ssv")
    def Set(self, interface, name, value):
        if name == "Volume" and sys.argv[3] != "own":
            self.volume = float(value)
            print("volume", repr(self.volume), flush=True)


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName("org.mpris.MediaPlayer2." + sys.argv[1], bus)
player = Player(bus, sys.argv[2])
print("ready", flush=True)
GLib.MainLoop().run()
