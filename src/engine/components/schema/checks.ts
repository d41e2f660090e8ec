import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { type Condition, conditionSchema } from '../../../contract/conditions.ts';
import { getErrorMessage } from '../../../contract/values.ts';
import { compileCondition } from '../../event/condition.ts';
import { parsePath, parseTargetPath } from '../../event/path.ts';
import { compilePattern } from '../../patterns/pattern.ts';
import { pathRefusal } from './file-roots.ts';

export type Issues = {
  addIssue(issue: { code: 'custom'; path?: PropertyKey[]; message: string; params: { rule: string } }): void;
};

/** `message` is shown after the field's label. */
export const refuse = (context: Issues, path: PropertyKey[], rule: string, message: string): void =>
  context.addIssue({ code: 'custom', path, message, params: { rule } });

/** Reports the compiler's error as a problem of the value. */
export const compiles =
  <T>(rule: string, compile: (value: T) => unknown) =>
  (value: T, context: Issues): void => {
    try {
      compile(value);
    } catch (error) {
      refuse(context, [], rule, getErrorMessage(error));
    }
  };

export const fieldPathText = () => z.string().trim().superRefine(compiles('field', parsePath));

export const targetPathText = () => z.string().trim().superRefine(compiles('field', parseTargetPath));

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
    })
    .superRefine((text, context) => {
      const refusal = isAbsolute(text) ? pathRefusal(text) : null;
      if (refusal) refuse(context, [], 'file_root', refusal);
    });

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

export const timeZoneText = () =>
  z
    .string()
    .trim()
    .max(64)
    .refine(isTimeZone, {
      message: 'must be a time zone name, such as UTC or Europe/Berlin',
      params: { rule: 'timezone' },
    });
