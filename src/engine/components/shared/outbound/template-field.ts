import type { z } from 'zod';
import { compiles } from '../../schema/checks.ts';
import { nameTemplate } from './name-template.ts';

export const templateText = (text: z.ZodString) =>
  text.superRefine(compiles('template', (template: string) => nameTemplate(template)));
