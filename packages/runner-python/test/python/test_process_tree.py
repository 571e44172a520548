import signal
import subprocess
import unittest

from repltool_driver.process_tree import descendants, kill_descendants


class ProcessTree(unittest.TestCase):
    def test_kills_every_descendant_but_those_spared(self):
        # A child and, in another session, a grandchild; each says when it is there.
        script = 'setsid sh -c "echo; exec sleep 60" & echo; wait'
        victim = subprocess.Popen(['sh', '-c', script], stdout=subprocess.PIPE)
        spared = subprocess.Popen(['sleep', '60'])
        victim.stdout.readline()
        victim.stdout.readline()
        self.assertGreaterEqual(len(descendants()), 3)

        kill_descendants({spared.pid}, victim.wait)
        self.assertEqual(victim.returncode, -signal.SIGKILL)
        self.assertIsNone(spared.poll())
        # End of file: the grandchild, which had the pipe too, is gone as well.
        self.assertEqual(victim.stdout.read(), b'')

        victim.stdout.close()
        spared.kill()
        spared.wait()
