import { configProblems } from '../../../../contract/config-checks.ts';
import { type ConfigFormat, listProperties } from '../../../../contract/config-format.ts';
import type { FormProblem } from '../../../../graph/draft.ts';

/** Format problems of a configuration; the service checks the rest. */
export const findFormProblems = (
  format: ConfigFormat | undefined,
  config: Record<string, unknown>,
  siteVersion?: string,
): FormProblem[] => configProblems(listProperties(format), config, siteVersion);
