"""Every result once, in order, equal to one machine's, whoever dies and whatever becomes of the network meanwhile.

Workers are in network namespaces; their lines are cut for longer than their sentences are theirs, and made slow.
SOTTO_CLUSTER_CUTS and the variables of deaths_test.py make it longer.
"""

import os
import unittest

os.environ.setdefault("SOTTO_CLUSTER_KILLS", "2")
os.environ.setdefault("SOTTO_CLUSTER_RESTARTS", "1")

import deaths_test  # noqa: E402
from network import Network, why_no_network  # noqa: E402
from queue_server import Queue  # noqa: E402

CUTS = int(os.environ.get("SOTTO_CLUSTER_CUTS", "3"))
WHY_NOT = why_no_network()


@unittest.skipIf(WHY_NOT, WHY_NOT)
class Cuts(deaths_test.Deaths):
    part = 8  # two workers do a lot while the third one's line is cut

    def setUp(self):
        self.network = Network(3)
        self.addCleanup(self.network.close)
        self.queue = Queue(address="0.0.0.0")
        self.addCleanup(self.queue.close)

    def machine(self, at):
        return self.network.machines[at]

    def strikes(self):
        return super().strikes() + ["cut"] * CUTS + ["slow"] * CUTS

    def strike(self, what, chance):
        machine = self.network.machines[chance.randrange(3)]
        if what == "cut":
            machine.cut(chance.uniform(0.2, 3))  # --ack-wait is 1 s
        elif what == "slow":
            machine.slow(not machine.is_slow)
        else:
            super().strike(what, chance)

    def calm(self):
        for machine in self.network.machines:
            machine.slow(False)


if __name__ == "__main__":
    unittest.main()
