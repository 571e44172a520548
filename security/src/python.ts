/** A Python cell that prints `got` and the value when `expression` gives one, else the error's name and number. */
export function tryPython(expression: string, setUp = ''): string {
  return [
    setUp,
    'try:',
    `    print('got', ${expression})`,
    'except BaseException as error:',
    `    print(type(error).__name__, getattr(error, 'errno', None))`,
  ].join('\n');
}

/** A Python cell that makes a raw system call and prints its result, negative numbers being error numbers. */
export function pythonSystemCall(number: number, ...args: readonly (number | string)[]): string {
  return [
    'import ctypes',
    'libc = ctypes.CDLL(None, use_errno=True)',
    'libc.syscall.restype = ctypes.c_long',
    `result = libc.syscall(${[number, ...args].join(', ')})`,
    'print(result if result >= 0 else -ctypes.get_errno())',
  ].join('\n');
}
