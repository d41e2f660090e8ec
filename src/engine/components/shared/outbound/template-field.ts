import type { z } from 'zod';
import { compiles } from '../../schema/checks.ts';
import { nameTemplate } from './name-template.ts';

/** Text with parts of the time and of the event in it, as names of indices, labels and folders have. */
export const templateText = (text: z.ZodString) =>
  text.superRefine(compiles('template', (template: string) => nameTemplate(template)));
