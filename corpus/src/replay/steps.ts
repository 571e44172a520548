import { z } from 'zod';

const seconds = z.number().positive();

const executeSchema = z.strictObject({
  do: z.literal('execute'),
  code: z.string(),
  /** The case's own when left out. */
  language: z.string().optional(),
  timeout_s: z.number().optional(),
  /** As it is: also what is no number. */
  timeout_ms: z.unknown().optional(),
  /** The next step does not wait for it. */
  background: z.boolean().optional(),
  tag: z.string().optional(),
  /** A session made with `as`. */
  in: z.string().optional(),
  /** A connection made with `as`, or transports joined by `and`. */
  via: z.string().optional(),
  after_ms: z.number().optional(),
  within_s: seconds.optional(),
});

const rawSchema = z.strictObject({
  do: z.literal('raw'),
  method: z.string().optional(),
  path: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
  /** A Python expression, `'<character>' * <count>`. */
  body_gen: z.string().optional(),
  note: z.string().optional(),
});

const simpleSchemas = [
  z.strictObject({ do: z.literal('wait'), seconds }),
  z.strictObject({ do: z.literal('wait-for'), event: z.string() }),
  z.strictObject({ do: z.literal('interrupt') }),
  z.strictObject({ do: z.literal('restart') }),
  z.strictObject({
    do: z.literal('await-result'),
    tag: z.string().optional(),
    within_s: seconds.optional(),
  }),
  z.strictObject({ do: z.literal('await-all'), within_s: seconds.optional() }),
  z.strictObject({
    do: z.literal('terminate'),
    within_s: seconds.optional(),
    expect: z.string().optional(),
  }),
  z.strictObject({ do: z.literal('complete'), code: z.string() }),
  z.strictObject({
    do: z.literal('create'),
    /** A name for `in` of later steps; the case goes on in the session it had. */
    as: z.string().optional(),
    as_session: z.string().optional(),
    id: z.string().optional(),
    via: z.string().optional(),
    count: z.int().optional(),
    limits: z.record(z.string(), z.unknown()).optional(),
    options: z.record(z.string(), z.unknown()).optional(),
    note: z.string().optional(),
  }),
  z.strictObject({ do: z.literal('get') }),
  z.strictObject({ do: z.literal('get-session') }),
  z.strictObject({ do: z.literal('history') }),
  z.strictObject({ do: z.literal('list-files'), within_s: seconds.optional() }),
  z.strictObject({ do: z.literal('write-file'), path: z.string(), content: z.string() }),
  z.strictObject({ do: z.literal('connect'), as: z.string().optional() }),
  z.strictObject({
    do: z.literal('disconnect'),
    as: z.string().optional(),
    after_ms: z.number().optional(),
    immediately: z.boolean().optional(),
  }),
  z.strictObject({ do: z.literal('server-health') }),
  z.strictObject({ do: z.literal('server-metrics') }),
  z.strictObject({ do: z.literal('host-setup'), note: z.string() }),
  z.strictObject({ do: z.literal('assert-host'), note: z.string() }),
  z.strictObject({ do: z.literal('host'), cmd: z.string() }),
  z.strictObject({
    do: z.literal('assert-no-processes'),
    match: z.string().optional(),
    within_s: seconds.optional(),
  }),
  /** Said in prose: the case's check does it, with what the replay has kept. */
  z.strictObject({ do: z.literal('assert'), note: z.string() }),
] as const;

const plainStepSchema = z.discriminatedUnion('do', [executeSchema, rawSchema, ...simpleSchemas]);

const nestedSchema = z.array(plainStepSchema);
const repeatSchema = z.strictObject({
  do: z.literal('repeat'),
  times: z.int(),
  steps: nestedSchema,
});
const forEachSchema = z.strictObject({
  do: z.literal('for-each'),
  ids: z.array(z.string()),
  steps: nestedSchema,
});

/** One step of a case. A string is a cell. */
const stepSchema = z.union([
  z.string().transform((code): z.infer<typeof executeSchema> => ({ do: 'execute', code })),
  repeatSchema,
  forEachSchema,
  plainStepSchema,
]);
export type Step = z.infer<typeof stepSchema>;
export type StepOf<Kind extends Step['do']> = Extract<Step, { do: Kind }>;

export function parseSteps(steps: readonly unknown[]): readonly Step[] {
  return steps.map((step) => stepSchema.parse(step));
}
