"""A media player on the user's D-Bus (MPRIS), for desktop_test.py: its name, its first state; a line to standard output for each change."""

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
        return self.status

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ssv")
    def Set(self, interface, name, value):  # the test stops it
        self.status = str(value)


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName("org.mpris.MediaPlayer2." + sys.argv[1], bus)
player = Player(bus, sys.argv[2])
print("ready", flush=True)
GLib.MainLoop().run()
