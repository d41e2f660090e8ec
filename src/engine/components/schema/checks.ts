import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { type Condition, conditionSchema } from '../../../contract/conditions.ts';
import { compileCondition } from '../../event/condition.ts';
import { parsePath } from '../../event/path.ts';
import { compilePattern } from '../../patterns/pattern.ts';

/** Parts of schemas that say in words what is wrong with a value. */

type Report = { addIssue(issue: { code: 'custom'; message: string; params: { rule: string } }): void };

/** Refuses a value that a compiler of the engine refuses, with that compiler's message. */
export const compiles =
  <T>(rule: string, compile: (value: T) => unknown) =>
  (value: T, context: Report): void => {
    try {
      compile(value);
    } catch (error) {
      context.addIssue({
        code: 'custom',
        message: error instanceof Error ? error.message : String(error),
        params: { rule },
      });
    }
  };

export const fieldPathText = () => z.string().trim().superRefine(compiles('field', parsePath));

export const patternText = () =>
  z
    .string()
    .min(1)
    .max(4096)
    .superRefine(compiles('pattern', (text: string) => compilePattern(text)));

export const conditionValue = () =>
  conditionSchema.check(z.superRefine(compiles('condition', (value: Condition) => compileCondition(value))));

export const addressText = () =>
  z
    .string()
    .trim()
    .refine((text) => isIP(text) !== 0, {
      message: 'must be an IP address of this machine, such as 127.0.0.1 or 0.0.0.0',
      params: { rule: 'address' },
    });

export const absolutePathText = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(4096)
    .refine((text) => isAbsolute(text) && !text.includes('\0'), {
      message: 'must be an absolute path, such as /var/log/app.log',
      params: { rule: 'absolute' },
    });
