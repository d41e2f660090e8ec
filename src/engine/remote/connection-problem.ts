import { getErrorMessage } from '../../contract/values.ts';

/** Node's error codes for untrusted certificates. */
const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
];
const OUT_OF_TIME = ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'];

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Explains a failed connection; nothing was sent to an untrusted service. */
export function connectionProblem(error: unknown): string {
  const message = getErrorMessage(error);
  const code = codeOf(error);
  if (UNTRUSTED.includes(code))
    return `its certificate is not signed by an authority that this machine trusts (${message}), so nothing was sent; if it is the right one, name the authority that signed it with --ca FILE`;
  if (OUT_OF_TIME.includes(code))
    return `its certificate is not valid today (${message}), so nothing was sent; renew it there, or set the clock of this machine`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `its certificate is for another name (${message}), so nothing was sent; use the address it was issued for, or have one issued for this address`;
  if (code === 'ECONNREFUSED')
    return `nothing listens there (${message}); start the service, or check the address`;
  if (code === 'ENOTFOUND') return `there is no machine of that name (${message}); check the address`;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return `what answers there does not speak TLS (${message}); check the port, and the proxy in front of it`;
  return message;
}
