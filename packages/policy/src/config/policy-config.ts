import { z } from 'zod';

const severitySchema = z.enum(['deny', 'warn', 'off'], {
  error: 'must be deny, warn or off',
});

/** One severity for every mode, or one for each mode that is named. */
const severitySettingSchema = z.union(
  [
    severitySchema,
    z.strictObject({
      strict: severitySchema.optional(),
      standard: severitySchema.optional(),
      relaxed: severitySchema.optional(),
    }),
  ],
  { error: 'must be deny, warn or off, or one of these for each of strict, standard and relaxed' },
);
export type SeveritySetting = z.infer<typeof severitySettingSchema>;

const customRuleSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/, 'must look like `acme/no-requests`'),
    languages: z.array(z.string().min(1)).min(1),
    /** Modes that are left out do not have the rule. */
    severity: severitySettingSchema.default('deny'),
    /** What findings say; `{subject}` stands for the text that was found. */
    message: z.string().min(1),
    hint: z.string().default(''),
    /** A JavaScript regular expression. What it finds in comments and strings does not count. */
    pattern: z.string().min(1).optional(),
    /** Flags of the pattern. */
    flags: z
      .string()
      .regex(/^[imsu]*$/, 'may hold i, m, s and u')
      .default(''),
    /** Whether the pattern also counts in comments and strings. */
    anywhere: z.boolean().default(false),
    /** A query in the language of tree-sitter; it finds what it captures as `@found`, or else captures first. */
    query: z.string().min(1).optional(),
  })
  .superRefine((rule, context) => {
    if ((rule.pattern === undefined) === (rule.query === undefined)) {
      context.addIssue({ code: 'custom', message: 'must have either a pattern or a query' });
    }
    try {
      new RegExp(rule.pattern ?? '', rule.flags);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.addIssue({ code: 'custom', path: ['pattern'], message: reason });
    }
  });
export type CustomRule = z.infer<typeof customRuleSchema>;

/** How an operator changes the rules. */
export const policyConfigSchema = z
  .strictObject({
    /** Severity of rules, by id. */
    rules: z.record(z.string(), severitySettingSchema).default({}),
    /** Rules of the operator's own. */
    custom: z.array(customRuleSchema).default([]),
  })
  .superRefine(({ custom }, context) => {
    custom.forEach(({ id }, index) => {
      if (custom.findIndex((rule) => rule.id === id) < index) {
        context.addIssue({
          code: 'custom',
          path: ['custom', index, 'id'],
          message: `there is another rule ${id}`,
        });
      }
    });
  });
export type PolicyConfig = z.infer<typeof policyConfigSchema>;
