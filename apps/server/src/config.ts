import { resolve } from 'node:path';
import { z } from 'zod';
import { generateToken } from './access/token.ts';
import { StartError } from './start-error.ts';

export interface ServerConfig {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly token: string;
  readonly maxSessions: number;
  /** Absolute path of the directory for workspaces; undefined for a private temporary one. */
  readonly dataDir: string | undefined;
  /** Hosts that sessions in relaxed mode may reach, as they were listed. */
  readonly allowHosts: readonly string[];
  /** What sessions in relaxed mode see of this machine. */
  readonly mounts: readonly ConfiguredMount[];
}

export interface ConfiguredMount {
  readonly source: string;
  readonly target?: string;
  readonly writable?: boolean;
}

/** What `repltool serve` was given, as text; undefined where it was not. */
export type ServerFlags = {
  readonly [Name in keyof ServerConfig]?:
    (ServerConfig[Name] extends readonly unknown[] ? readonly string[] : string) | undefined;
};

interface Setting<Schema extends z.ZodType> {
  readonly flag: string;
  readonly variable: string;
  readonly schema: Schema;
  /** Shown in place of a secret value. */
  readonly secret?: boolean;
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '::1'];

const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
};

/** `SOURCE[:TARGET][:rw]` */
const mountSchema = z
  .string()
  .regex(
    /^\/[^:\0]*(:\/[^:\0]*)?(:rw)?$/,
    'must be SOURCE[:TARGET][:rw] with absolute paths, which have no colon',
  )
  .transform((text): ConfiguredMount => {
    const [source = '', ...rest] = text.split(':');
    const target = rest.find((part) => part.startsWith('/'));
    return {
      source,
      ...(target === undefined ? {} : { target }),
      ...(rest.includes('rw') ? { writable: true } : {}),
    };
  });

const SETTINGS = {
  host: {
    flag: '--host',
    variable: 'REPLTOOL_HOST',
    schema: z.string().regex(/^[a-zA-Z0-9.:_-]{1,253}$/, 'must be a host name or an IP address'),
  },
  port: { flag: '--port', variable: 'REPLTOOL_PORT', schema: wholeNumber(0, 65_535) },
  token: {
    flag: '--token',
    variable: 'REPLTOOL_TOKEN',
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{16,512}$/, 'must be 16 to 512 printable ASCII characters, no spaces'),
    secret: true,
  },
  maxSessions: {
    flag: '--max-sessions',
    variable: 'REPLTOOL_MAX_SESSIONS',
    schema: wholeNumber(1, 10_000),
  },
  dataDir: {
    flag: '--data-dir',
    variable: 'REPLTOOL_DATA_DIR',
    schema: z
      .string()
      .regex(/^[^\0]{1,4096}$/, 'must be a path')
      .transform((path) => resolve(path)),
  },
  allowHosts: {
    flag: '--allow-host',
    variable: 'REPLTOOL_ALLOW_HOSTS',
    schema: z.string().regex(/^[^\s,/][^\s,]{0,300}$/, 'must be a host'),
  },
  mounts: { flag: '--mount', variable: 'REPLTOOL_MOUNTS', schema: mountSchema },
} as const satisfies Record<keyof ServerConfig, Setting<z.ZodType>>;

type Environment = Readonly<Record<string, string | undefined>>;

/** The flag's value, else the variable's; an empty variable counts as unset. */
function readSetting<Schema extends z.ZodType>(
  setting: Setting<Schema>,
  flag: string | undefined,
  env: Environment,
): z.output<Schema> | undefined {
  const fromEnvironment = env[setting.variable];
  const value = flag ?? (fromEnvironment === '' ? undefined : fromEnvironment);
  if (value === undefined) return undefined;
  const parsed = setting.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const name = flag === undefined ? setting.variable : setting.flag;
  const shown = setting.secret === true ? '(not shown)' : JSON.stringify(value);
  throw new StartError(`${name} ${parsed.error.issues[0]?.message ?? 'is invalid'}, not ${shown}.`);
}

/** The same for a setting given several times, or as one variable with commas. */
function readList<Schema extends z.ZodType>(
  setting: Setting<Schema>,
  flags: readonly string[] | undefined,
  env: Environment,
): z.output<Schema>[] {
  const listed = (env[setting.variable] ?? '').split(',').filter((value) => value.trim() !== '');
  const one = (value: string) =>
    flags === undefined
      ? readSetting(setting, undefined, { [setting.variable]: value.trim() })
      : readSetting(setting, value, {});
  return (flags ?? listed).map(one).filter((value) => value !== undefined);
}

/**
 * The server's configuration: flags, else environment, else defaults.
 * @throws StartError naming the flag or variable at fault, its value and the bound it broke.
 */
export function readServerConfig(env: Environment, flags: ServerFlags = {}): ServerConfig {
  const host = readSetting(SETTINGS.host, flags.host, env) ?? '127.0.0.1';
  const token = readSetting(SETTINGS.token, flags.token, env);
  if (token === undefined && !LOOPBACK_HOSTS.includes(host)) {
    throw new StartError(
      `Other machines can reach the host ${host}: set a token of your own with REPLTOOL_TOKEN or --token.`,
    );
  }
  return {
    host,
    port: readSetting(SETTINGS.port, flags.port, env) ?? 7070,
    token: token ?? generateToken(),
    maxSessions: readSetting(SETTINGS.maxSessions, flags.maxSessions, env) ?? 50,
    dataDir: readSetting(SETTINGS.dataDir, flags.dataDir, env),
    allowHosts: readList(SETTINGS.allowHosts, flags.allowHosts, env),
    mounts: readList(SETTINGS.mounts, flags.mounts, env),
  };
}
