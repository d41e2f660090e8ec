import { createPrivateKey, X509Certificate } from 'node:crypto';
import { getErrorMessage } from '../../../../contract/values.ts';
import { ComponentError } from '../../types.ts';
import { pemText, splitCertificates } from './pem.ts';

const unusable = (what: string, reason: string): ComponentError =>
  new ComponentError({
    errorName: 'TlsSettingsUnusable',
    message: `The ${what} cannot be used: ${reason}`,
    causes: [reason],
    resolutions: ['Correct the TLS settings'],
  });

export type Identity = { cert: string; key: string };

/**
 * `name` is used in messages.
 * @throws ComponentError when certificate and key do not match or cannot be read
 */
export function parseIdentity(name: string, certText: string, keyText: string): Identity {
  const cert = pemText(certText);
  const key = pemText(keyText);
  let belongs = false;
  try {
    belongs = new X509Certificate(splitCertificates(certText)[0] ?? '').checkPrivateKey(
      createPrivateKey(key),
    );
  } catch (error) {
    throw unusable(`key of the ${name}`, getErrorMessage(error));
  }
  if (!belongs) throw unusable(name, 'its key belongs to another certificate');
  return { cert, key };
}
