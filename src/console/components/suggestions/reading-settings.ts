import { READING_SETTINGS } from '../../../contract/calls/suggestions.ts';

/** Without secrets and addresses: only settings that decide how it reads. */
export const pickReadingSettings = (
  templateId: string,
  config: Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    (READING_SETTINGS[templateId] ?? []).flatMap((name) =>
      config[name] === undefined ? [] : [[name, config[name]]],
    ),
  );
