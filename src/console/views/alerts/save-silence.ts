import type {
  FieldErrors,
  SaveInput,
  SaveOutcome,
} from '../../../../machines/entity-form/entity-form.machine.ts';
import { callApi } from '../../api/call-api.ts';
import { saveOutcome } from '../../components/entity-form/save-outcome.ts';
import { readSilenceTimes, type SilenceConfig } from './silence-config.ts';

const FIELDS: Readonly<Record<string, string>> = {
  reason: 'name',
  startUnixTimeSeconds: 'config.start',
  endUnixTimeSeconds: 'config.end',
  ruleIds: 'config.ruleIds',
};

const readErrors = ({ details }: { details: readonly { field: string; message: string }[] }): FieldErrors =>
  Object.fromEntries(
    details.map(({ field, message }) => {
      const name = field.replace(/^alertSilence\./, '');
      return [FIELDS[name] ?? 'config.scope', message];
    }),
  );

const EXAMPLE = 'such as 18:00 or 2026-11-30 18:00';

/** Refuses unreadable input before sending. @param now Unix seconds */
export function findSilenceErrors(reason: string, config: SilenceConfig, now: number): FieldErrors {
  const { scope, minutes } = config;
  const errors: FieldErrors = {};
  if (reason.trim() === '') errors.name = 'A reason is required: others see why nothing is sent';
  if (scope.kind === 'selected' && scope.ids.length === 0)
    errors['config.scope'] = 'Select at least one thing, or everything on the site';
  if (scope.kind === 'pattern' && scope.pattern.trim() === '')
    errors['config.scope'] = 'A name is required, such as web-*';
  const { start, end } = readSilenceTimes(config, now);
  if (start === undefined) errors['config.start'] = `The start must be empty for now, or a time ${EXAMPLE}`;
  else if (end === undefined) errors['config.end'] = `The end must be a time ${EXAMPLE}`;
  else if (minutes === 0 && end <= Math.max(now, start ?? 0))
    errors['config.end'] =
      start === null ? 'The end must be in the future' : 'The end must be after the start';
  return errors;
}

/** @param now Unix seconds */
export async function saveSilence(
  siteId: string,
  { id, values, revision }: SaveInput,
  now: number,
): Promise<SaveOutcome> {
  const config = values.config as SilenceConfig;
  const errors = findSilenceErrors(values.name, config, now);
  const { start, end } = readSilenceTimes(config, now);
  if (Object.keys(errors).length > 0 || end === undefined) return { kind: 'refused', errors, message: '' };
  const { ruleIds, scope } = config;
  const fields = {
    ruleIds,
    scope,
    reason: values.name,
    endUnixTimeSeconds: end,
    ...(start === null || start === undefined ? {} : { startUnixTimeSeconds: start }),
  };
  return saveOutcome(readErrors, async () => {
    if (id !== undefined) {
      const parts = { path: { alertSilenceId: id }, body: { alertSilence: fields } };
      const { data } = await callApi('updateAlertSilence', parts, { ifMatch: revision ?? '*' });
      return { id, revision: data.alertSilence.revision };
    }
    const alertSilence = { siteId, ...fields };
    const { data } = await callApi('createAlertSilence', { body: { alertSilence } });
    return { id: data.id, revision: 1 };
  });
}
