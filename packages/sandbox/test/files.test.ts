import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileTree, Sandbox } from '@repltool/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFixture } from './fixture.ts';
import { RELAXED, STRICT } from './modes.ts';
import { finish, shellSpec } from './specs.ts';

const fixture = createFixture();

async function shell(sandbox: Sandbox, script: string): Promise<string> {
  const { stdout, stderr } = await finish(await sandbox.launch(shellSpec(script)));
  return stdout + stderr;
}

async function capture(sandbox: Sandbox, before: FileTree | null = null): Promise<FileTree> {
  const tree = await sandbox.files?.capture(before);
  if (!tree) throw new Error('not captured');
  return tree;
}

const LIST = 'find . -printf "%p %y %m %u %l\\n" | LC_ALL=C sort';

describe('the files of a workspace', () => {
  test('come back as they were: contents, names of any bytes, links, modes, times, owners', async () => {
    await using sandbox = await fixture.create(RELAXED);
    await shell(
      sandbox,
      `mkdir -p a/b; echo one > a/b/f; printf 'x\\0y' > bin; ln -s ../../etc/passwd l; chmod 640 bin; chmod 750 a
       printf n > $(printf 'b\\303d'); touch -d 2001-02-03T04:05:06Z a/b/f; mkfifo pipe`,
    );
    const before = await shell(sandbox, `rm pipe; ${LIST}; cat a/b/f bin; stat -c %Y a/b/f`);
    const tree = await capture(sandbox);
    await shell(
      sandbox,
      `echo two >> a/b/f; rm bin l; ln -s /etc/shadow bin; echo new > n; mkdir -p x/y/z; touch x/y/z/q
       rm -r "$(printf 'b\\303d')"; mkdir "$(printf 'b\\303d')"; chmod 700 a`,
    );
    await sandbox.files?.restore(tree);
    expect(await shell(sandbox, `${LIST}; cat a/b/f bin; stat -c %Y a/b/f`)).toBe(before);
  });

  test('are read anew only where they have changed', async () => {
    await using sandbox = await fixture.create(RELAXED);
    await shell(sandbox, 'echo 1 > same; echo 1 > other; mkfifo pipe');
    const first = await capture(sandbox);
    expect(first.omitted).toEqual(['pipe']);
    await shell(sandbox, 'echo 2 > other');
    const second = await capture(sandbox, first);
    const contentOf = (tree: FileTree, path: string): Buffer | undefined => {
      const entry = tree.entries.find((candidate) => candidate.path === path);
      return entry?.kind === 'file' ? entry.content : undefined;
    };
    expect(contentOf(second, 'same')).toBe(contentOf(first, 'same'));
    expect(contentOf(second, 'other')?.toString()).toBe('2\n');
  });

  test('T-FS-03 are never read or written through a link out of the workspace', async () => {
    await using sandbox = await fixture.create(RELAXED);
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    onTestFinished(() => rmSync(outside, { recursive: true }));
    writeFileSync(join(outside, 'secret'), 's3cr3t');
    await shell(sandbox, 'mkdir d; echo mine > d/secret');
    const tree = await capture(sandbox);
    await shell(sandbox, 'rm -r d');
    // As a cell may do while the host is at it.
    symlinkSync(outside, join(sandbox.workspace ?? '', 'd'));
    const through = await capture(sandbox);
    expect(through.entries).toMatchObject([{ path: 'd', kind: 'link' }]);
    await sandbox.files?.restore(tree);
    expect(await shell(sandbox, 'cat d/secret')).toBe('mine\n');
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('s3cr3t');
  });

  test('are not kept when they are too many, too large or too deep; none in a mode without any', async () => {
    await using sandbox = await fixture.create(RELAXED, { max_disk_mb: 512 });
    await shell(sandbox, 'truncate -s 100M sparse');
    expect(await sandbox.files?.capture(null)).toBeNull();
    await shell(sandbox, 'rm sparse; for i in $(seq 120); do mkdir d; cd d; done');
    expect(await sandbox.files?.capture(null)).toBeNull();
    await using strict = await fixture.create(STRICT);
    expect(strict.files).toBeNull();
  });

  test('stop being read when asked to', async () => {
    await using sandbox = await fixture.create(RELAXED);
    await shell(sandbox, 'touch a');
    const stopped = sandbox.files?.capture(null, AbortSignal.abort(new Error('enough')));
    await expect(stopped).rejects.toThrow('enough');
  });

  test.each([
    [
      'long paths',
      'n=$(printf d%.0s {1..240}); for i in {1..90}; do mkdir $n; cd $n; done; touch {1..4000}',
    ],
    [
      'targets of links',
      'python3 -c "import os; [os.symlink(chr(116) * 4000, str(i)) for i in range(18000)]"',
    ],
    ['pipes', 'mkfifo {1..25000}'],
  ])('T-RES-07 take up bounded memory and no long turn: %s', async (_what, script) => {
    await using sandbox = await fixture.create(RELAXED, { max_disk_mb: 100 });
    await shell(sandbox, `exec bash -c '${script}'`);
    let [turn, longest] = [performance.now(), 0];
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - turn);
      turn = performance.now();
    }, 1);
    expect(await sandbox.files?.capture(null)).toBeNull();
    clearInterval(watch);
    expect(longest).toBeLessThan(1000);
  });

  test('too deep to be removed are refused; times beyond any calendar are told', async () => {
    await using sandbox = await fixture.create(RELAXED);
    await shell(
      sandbox,
      'touch -d @99999999999999 late; for i in $(seq 120); do mkdir d; cd d; done',
    );
    await expect(sandbox.files?.remove('d')).rejects.toMatchObject({ code: 'InvalidRequest' });
    const page = { limit: 10, after: 'd' };
    expect(sandbox.files?.list('', page).entries).toMatchObject([
      { name: 'late', mtimeMs: Date.parse('9999-12-31T23:59:59.999Z') },
    ]);
  });
});
