import { describe, expect, test } from 'vitest';
import { said } from './said.ts';

/** What is said, to cells of which it is said, in standard mode. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  'warn python/native-code': [
    'import ctypes',
    'from ctypes import CDLL as C',
    'import ctypes.util',
    "__import__('ctypes')",
    "__import__('cty' + 'pes')",
    "import importlib as i\ni.import_module('_ctypes')",
    "from importlib import import_module\nimport_module('cffi')",
    "getattr(__import__('importlib'), 'import_module')('ctypes')",
  ],
  'warn python/process-creation': [
    'import subprocess',
    'import multiprocessing as mp',
    'from concurrent.futures import ProcessPoolExecutor',
    "import os\nos.system('ls')",
    'import os\npid = os.fork()',
    'from os import popen as p',
    'import os\nos.posix_spawn(a, b, c)',
    "import posix\nposix.system('ls')",
    "import sys\nsys.modules['os'].system('ls')",
    "import os\nos.__dict__['sys' + 'tem']('ls')",
    "vars(os)['fork']()",
  ],
  'deny shell/destructive-delete': [
    "import os\nos.system('rm -rf /')",
    "os.system('rm -rf /')",
    "import os as o\no.system(command='rm -rf /') if 0 else o.system('rm -rf ' + '/')",
    "import subprocess\nsubprocess.run('rm -rf /*', shell=True)",
    "import subprocess\nsubprocess.run(['rm', '-r', '-f', '/'])",
    "from subprocess import Popen\nPopen(args=['sudo', 'rm', '-rf', '/'])",
    "subprocess.check_output(['bash', '-c', 'rm -rf /'])",
    "import asyncio\nawait asyncio.create_subprocess_shell('rm -rf ~')",
    "await asyncio.create_subprocess_exec('rm', '-rf', '/')",
    "os.execvp('rm', ['rm', '-rf', '/'])",
    "os.execlp('rm', 'rm', '-rf', '/')",
    "getattr(__import__('os'), 'sys' + 'tem')('rm -rf /')",
    'exec(\'import os; os.system("rm -rf /")\')',
    "import base64\nexec(base64.b64decode('aW1wb3J0IG9zOyBvcy5zeXN0ZW0oJ3JtIC1yZiAvJyk='))",
    "import codecs\nexec(codecs.decode(\"vzcbeg bf; bf.flfgrz('ez -es /')\", 'rot13'))",
    "cmd = 'rm -rf /'\nos.system(cmd)",
    "d = '/'\nos.system(f'rm -rf {d}')",
    "os.system('rm -rf %s' % '/')",
    "os.system('rm -rf {}'.format('/'))",
  ],
  'deny shell/fork-bomb': ["import os\nos.system(':(){ :|:& };:')"],
  'deny python/destructive-delete': [
    "import shutil\nshutil.rmtree('/')",
    "from shutil import rmtree as r\nr('/etc')",
    "shutil.rmtree('/' + 'usr', ignore_errors=True)",
    "shutil.rmtree(path='/')",
  ],
  'warn python/runs-input': [
    'eval(input())',
    "exec(input('code: '))",
    "import os\nos.system('ls ' + input())",
    "import subprocess\nsubprocess.run(f'ls {input()}', shell=True)",
  ],
  'warn python/sensitive-path': [
    "open('/etc/shadow')",
    "open('../../../etc/passwd').read()",
    "from pathlib import Path\nPath('/proc/1/environ').read_bytes()",
    "import os\nos.listdir('/root/.ssh')",
    "import io\nio.open('/run/docker.sock')",
  ],
};

const HARMLESS = [
  'import os, sys, socket, urllib.request, threading, sqlite3',
  "open('data.csv', 'w').write('x')",
  "eval('1 + 1')",
  "exec('x = 1')",
  'import shutil\nshutil.rmtree("build")',
  "import os\nos.makedirs('/tmp/x/../y')",
  "# os.system('rm -rf /')",
  "print('rm -rf /')",
  '"""\nimport subprocess\nos.system("rm -rf /")\n"""',
  'self.system = 1\nplatform.system()',
  'def f(os):\n    os.system("rm -rf /")',
  "int(input('n: '))",
  "open('/etc/hostname')",
  "open('../data.csv')",
  '().__class__.__base__.__subclasses__()',
  'importlib = 1\nforking = popenish = 2',
  'shell = tree.fork\nctypes_like = 1',
];

describe('Python in standard mode', () => {
  for (const [expected, cells] of Object.entries(SAID)) {
    test.each(cells)(`${expected}: %j`, async (code) => {
      expect(await said('python', 'standard', code)).toContain(expected);
    });
  }

  test.each(HARMLESS)('says nothing of %j', async (code) => {
    expect(await said('python', 'standard', code)).toEqual([]);
  });

  test('native and process modules are remarked on, never denied', async () => {
    const code = 'import ctypes, subprocess, multiprocessing, os\nos.fork()';
    expect(await said('python', 'standard', code)).toEqual([
      'warn python/native-code',
      'warn python/process-creation',
    ]);
    expect(await said('python', 'relaxed', code)).toEqual([]);
  });

  test('what takes the whole system with it is denied in every mode', async () => {
    for (const mode of ['strict', 'standard', 'relaxed'] as const) {
      expect(await said('python', mode, "shutil.rmtree('/')")).toContain(
        'deny python/destructive-delete',
      );
    }
  });
});
