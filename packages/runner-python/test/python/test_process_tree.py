import signal
import subprocess
import unittest

from repltool_driver.process_tree import descendants, kill_descendants


class ProcessTree(unittest.TestCase):
    def start(self, *command, **options):
        process = subprocess.Popen(command, **options)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def test_kills_every_descendant_but_those_spared(self):
        # A child and, in another session, a grandchild, which says its id.
        script = 'setsid sh -c \'echo $$; exec sleep 20\' & wait'
        victim = self.start('sh', '-c', script, stdout=subprocess.PIPE)
        spared = self.start('sleep', '20')
        self.addCleanup(victim.stdout.close)
        grandchild = int(victim.stdout.readline())
        self.assertLessEqual({victim.pid, spared.pid, grandchild}, descendants())

        kill_descendants({spared.pid}, victim.wait)
        self.assertEqual(victim.returncode, -signal.SIGKILL)
        self.assertIsNone(spared.poll())
        # End of file: the grandchild, which had the pipe too, is gone as well.
        self.assertEqual(victim.stdout.read(), b'')
