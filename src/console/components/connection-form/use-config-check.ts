import { useEffect, useState } from 'react';
import {
  configProblems,
  type FieldProblem,
  keepApplicableProblems,
} from '../../../contract/config-checks.ts';
import type { ConfigProperty } from '../../../contract/config-format.ts';
import { CHECK_PAUSE_MS, type CheckedConnection, checkConnection } from '../../api/check-configs.ts';
import type { FormErrors } from '../widgets/schema-form/schema-form.tsx';
import type { ConnectionKind } from './kinds.ts';

type Config = Record<string, unknown>;
type Answer = { templateId: string; config: Config; problems: FieldProblem[] };

/** Empty required fields are only reported on save. */
const listMissingFields = (properties: readonly ConfigProperty[], config: Config, siteVersion?: string) =>
  new Set(
    configProblems(properties, config, siteVersion)
      .filter(({ isMissing }) => isMissing)
      .map(({ field }) => field),
  );

/**
 * Debounced check of a form's configuration by the service. Until the next answer, problems stay for
 * unchanged fields.
 * @param isWanted false before the first change: stored values were checked when saved
 */
export function useConfigCheck(
  kind: ConnectionKind,
  { siteId, templateId, id, config }: CheckedConnection,
  properties: readonly ConfigProperty[],
  siteVersion: string | undefined,
  isWanted: boolean,
): FormErrors {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      checkConnection(kind, { siteId, templateId, id, config }, stop.signal).then(
        (problems) => {
          if (!stop.signal.aborted) setAnswer({ templateId, config, problems });
        },
        () => {
          // The save reports the problems.
          if (!stop.signal.aborted) setAnswer(undefined);
        },
      );
    }, CHECK_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [kind, siteId, templateId, id, config, isWanted]);
  if (!isWanted || answer?.templateId !== templateId) return {};
  const missing = listMissingFields(properties, config, siteVersion);
  return Object.fromEntries(
    keepApplicableProblems(answer.problems, answer.config, config)
      .filter(({ field }) => !missing.has(field))
      .map(({ field, message }) => [field, message]),
  );
}
