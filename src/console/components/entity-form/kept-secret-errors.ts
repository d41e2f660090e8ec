import type { ConfigProperty } from '../../../contract/config-format.ts';
import { checkKeptSecrets } from '../../../contract/kept-secrets.ts';
import type { FormErrors } from '../widgets/schema-form/schema-form.tsx';

type Config = Record<string, unknown>;

/** Mirrors the service: secrets entered for another address. */
export const findKeptSecretErrors = (
  properties: readonly ConfigProperty[],
  saved: Config,
  config: Config,
): FormErrors =>
  Object.fromEntries(
    checkKeptSecrets(properties, saved, config).problems.map(({ field, message }) => [field, message]),
  );
