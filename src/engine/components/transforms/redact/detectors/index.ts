import { ipv4, ipv6 } from './address.ts';
import { card } from './card.ts';
import { email } from './email.ts';
import { iban } from './iban.ts';
import { phone } from './phone.ts';
import { secretValue } from './secret-value.ts';
import { apiToken, awsKey, bearer, jwt } from './tokens.ts';
import type { Detector } from './types.ts';

export { type Detector, type Found, MOST_DIGITS } from './types.ts';

export const DETECTORS = {
  card,
  email,
  iban,
  ipv4,
  ipv6,
  phone,
  jwt,
  bearer,
  aws_key: awsKey,
  api_token: apiToken,
  secret: secretValue,
} satisfies Record<string, Detector>;

export type DetectorId = keyof typeof DETECTORS;
