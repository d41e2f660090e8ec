import { useEffect, useState } from 'react';
import { configProblems, type FieldProblem, problemsStillIn } from '../../../contract/config-checks.ts';
import type { ConfigProperty } from '../../../contract/config-format.ts';
import { CHECK_PAUSE_MS, type CheckedConnection, checkConnection } from '../../api/check-configs.ts';
import type { FormErrors } from '../../widgets/schema-form/schema-form.tsx';
import type { ConnectionKind } from './kinds.ts';

type Config = Record<string, unknown>;
type Answer = { templateId: string; config: Config; problems: FieldProblem[] };

/** Fields that are required and empty; that is said when the form is saved, not while it is being filled in. */
const missingFields = (properties: readonly ConfigProperty[], config: Config, siteVersion?: string) =>
  new Set(
    configProblems(properties, config, siteVersion)
      .filter(({ message }) => message.endsWith(' is required'))
      .map(({ field }) => field),
  );

/**
 * What the service would refuse of the configuration in a form (R5-19), asked a pause after the last change.
 * An answer counts for the configuration it was asked for; until the next one comes, it goes on for the fields
 * that hold the same.
 * @param isWanted false while nothing was changed: what is stored was checked when it was saved.
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
          // Saving will say what is wrong.
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
  const missing = missingFields(properties, config, siteVersion);
  return Object.fromEntries(
    problemsStillIn(answer.problems, answer.config, config)
      .filter(({ field }) => !missing.has(field))
      .map(({ field, message }) => [field, message]),
  );
}
