import { READING_SETTINGS } from '../../../contract/calls/suggestions.ts';

/** Secrets and addresses of the source are not sent: only what decides how it reads. */
export const pickReadingSettings = (
  templateId: string,
  config: Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    (READING_SETTINGS[templateId] ?? []).flatMap((name) =>
      config[name] === undefined ? [] : [[name, config[name]]],
    ),
  );
