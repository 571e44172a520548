import { anyOf, argumentsOf, callsOf, importsOf, referencesTo } from '../code/matchers.ts';
import type { CallFact, CodeFacts } from '../code/facts.ts';
import { isCatastrophicTarget, isSensitivePath } from '../paths/host-paths.ts';
import type { Rule } from '../rules/rule.ts';
import { DENIED, STANDARD_ONLY, WARNED } from '../rules/severities.ts';
import { NATIVE_MODULES, PROCESS_FUNCTIONS, PROCESS_MODULES, topLevelModule } from './modules.ts';
import { PYTHON_STRICT_RULES } from './strict-rules.ts';

/** Words that hand out a module or a member by a name that may be put together from pieces. */
const INDIRECTION =
  '__import__|import_module|\\bgetattr\\b|\\battrgetter\\b|\\.__dict__|\\bsys\\.modules\\b';

const PROCESS_PATHS = [
  ...PROCESS_FUNCTIONS.map((name) => `os.${name}`),
  'concurrent.futures.ProcessPoolExecutor',
  'concurrent.futures.process.ProcessPoolExecutor',
];

const TEXT_TO_SHELL = [
  ...['os.system', 'os.popen', 'subprocess.getoutput', 'subprocess.getstatusoutput'],
  ...['subprocess.run', 'subprocess.call', 'subprocess.check_call', 'subprocess.check_output'],
  ...['subprocess.Popen', 'builtins.eval', 'builtins.exec'],
];

const PATH_FUNCTIONS = [
  ...['builtins.open', 'os.open', 'os.listdir', 'os.scandir', 'os.walk', 'os.readlink', 'os.stat'],
  ...['pathlib.Path', 'pathlib.PosixPath', 'shutil.copy', 'shutil.copyfile', 'shutil.copytree'],
  ...['glob.glob', 'glob.iglob', 'os.symlink', 'os.link', 'os.chmod', 'os.remove', 'os.unlink'],
];

function firstText({ positional }: CallFact): string {
  return positional[0]?.text ?? '';
}

/** Whether what a call runs as code is read from whoever types into the cell. */
function runsInput({ path, positional, keywords }: CallFact): boolean {
  const [first] = positional;
  const throughShell =
    !path.startsWith('subprocess.') || path.includes('.get') || keywords.has('shell');
  return first !== undefined && throughShell && /\binput\s*\(/.test(first.source);
}

export const PYTHON_RULES: readonly Rule<CodeFacts>[] = [
  ...PYTHON_STRICT_RULES,
  {
    id: 'python/destructive-delete',
    severity: DENIED,
    message: 'Deletes a system directory or the whole file system with `{subject}`.',
    reason: 'It would take everything the session can write with it.',
    hint: 'Name the directory to delete; the files of a session are in its workspace.',
    triggers: ['rmtree', 'removedirs', INDIRECTION],
    find: callsOf(['shutil.rmtree', 'os.removedirs'], (call) =>
      isCatastrophicTarget(firstText(call) || (call.keywords.get('path')?.text ?? '')),
    ),
  },
  {
    id: 'python/native-code',
    severity: STANDARD_ONLY,
    message: 'Imports `{subject}`, which runs native code.',
    reason:
      'Native code is not seen by the rules of the interpreter; the sandbox alone confines it.',
    hint: 'Nothing to do when this is meant; relaxed mode says nothing of it.',
    triggers: ['ctypes', 'cffi', INDIRECTION],
    find: importsOf(NATIVE_MODULES, topLevelModule),
  },
  {
    id: 'python/process-creation',
    severity: STANDARD_ONLY,
    message: 'Uses `{subject}`, which makes processes.',
    reason:
      'Standard mode has only the programs of its toolbox, and a limited number of processes.',
    hint: 'Nothing to do when that is enough; relaxed mode has every program of the system.',
    triggers: [
      'subprocess|multiprocessing|\\bpty\\b|ProcessPool',
      '\\b(?:system|popen|fork|forkpty|posix_spawnp?|exec[lv]p?e?|spawn[lv]p?e?)\\b',
      INDIRECTION,
    ],
    find: anyOf(importsOf(PROCESS_MODULES, topLevelModule), referencesTo(PROCESS_PATHS)),
  },
  {
    id: 'python/runs-input',
    severity: WARNED,
    message: 'Runs what `input()` returns as code, with `{subject}`.',
    reason: 'Whoever answers the prompt decides what runs.',
    hint: 'Use `int`, `float`, `json.loads` or `ast.literal_eval` on input, and a list of arguments for programs.',
    triggers: ['\\binput\\b'],
    find: callsOf(TEXT_TO_SHELL, runsInput),
  },
  {
    id: 'python/sensitive-path',
    severity: WARNED,
    message: 'Names `{subject}`, which holds secrets of a host or lies outside the workspace.',
    reason: 'Such paths are not in the sandbox, or hold nothing of the host.',
    hint: 'The files of a session are in its workspace.',
    triggers: ['/etc|/proc|/root|/home|/run/|/dev/|\\.\\./|~/'],
    find: argumentsOf(PATH_FUNCTIONS, isSensitivePath),
  },
];
