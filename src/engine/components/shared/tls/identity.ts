import { createPrivateKey, X509Certificate } from 'node:crypto';
import { ComponentError } from '../../types.ts';
import { textOf } from '../system-errors.ts';
import { certificatesIn, pemText } from './pem.ts';

const unusable = (what: string, reason: string): ComponentError =>
  new ComponentError({
    errorName: 'TlsSettingsUnusable',
    message: `The ${what} cannot be used: ${reason}`,
    causes: [reason],
    resolutions: ['Correct the TLS settings'],
  });

export type Identity = { cert: string; key: string };

/**
 * Certificate and key as TLS takes them; `name` is what messages call the certificate. Throws ComponentError
 * when they do not belong together or cannot be read.
 */
export function identityOf(name: string, certText: string, keyText: string): Identity {
  const cert = pemText(certText);
  const key = pemText(keyText);
  let belongs = false;
  try {
    belongs = new X509Certificate(certificatesIn(certText)[0] ?? '').checkPrivateKey(createPrivateKey(key));
  } catch (error) {
    throw unusable(`key of the ${name}`, textOf(error));
  }
  if (!belongs) throw unusable(name, 'its key belongs to another certificate');
  return { cert, key };
}
