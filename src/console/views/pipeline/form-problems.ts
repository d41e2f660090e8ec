import type { FormProblem } from '../../../../machines/pipeline-editor/index.ts';
import { configProblems } from '../../../contract/config-checks.ts';
import { type ConfigFormat, propertiesIn } from '../../../contract/config-format.ts';

/** What a configuration lacks by its own format; the service checks the rest when it is saved. */
export const formProblems = (
  format: ConfigFormat | undefined,
  config: Record<string, unknown>,
  siteVersion?: string,
): FormProblem[] => configProblems(propertiesIn(format), config, siteVersion);
