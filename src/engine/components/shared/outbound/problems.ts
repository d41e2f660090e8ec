import { getErrorMessage } from '../../../../contract/values.ts';
import type { ComponentProblem } from '../../types.ts';
import { getErrorCode } from '../system-errors.ts';
import { TargetRefused } from './address-check.ts';
import type { Answer } from './http-client.ts';

export const RETRIED = 'Sending is retried automatically';

const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME)/;
const TLS = /^(ERR_SSL_|ERR_TLS_|EPROTO)/;

const tlsProblem = (error: unknown, host: string): ComponentProblem | null => {
  if (CERTIFICATE.test(getErrorCode(error)))
    return {
      errorName: 'CertificateNotTrusted',
      message: `The certificate of ${host} is not trusted: ${getErrorMessage(error)}`,
      causes: ['It was issued by an authority that is not trusted', 'It expired, or is for another name'],
      resolutions: [
        'Add the authority under TLS, or the name that the certificate carries',
        'Renew the certificate of the receiver: sending continues automatically',
      ],
    };
  if (!TLS.test(getErrorCode(error))) return null;
  return {
    errorName: 'TlsFailed',
    message: `No secure connection to ${host}: ${getErrorMessage(error)}`,
    causes: ['The receiver does not use TLS there', 'It requires a client certificate, or another version'],
    resolutions: ['Check address and port', 'Check the TLS settings of the destination', RETRIED],
  };
};

export function connectionProblem(
  error: unknown,
  { host, hostname }: { host: string; hostname: string },
): ComponentProblem {
  if (error instanceof TargetRefused)
    return {
      errorName: 'TargetRefused',
      message: `Nothing may be sent to ${host}: ${error.message}`,
      causes: ['The URL, or the address its name resolves to, is one that destinations must not reach'],
      resolutions: ['Correct the URL of the destination', 'Correct the name in DNS'],
    };
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError' || getErrorCode(error) === 'ABORT_ERR' || getErrorCode(error) === 'ETIMEDOUT')
    return {
      errorName: 'DestinationTimeout',
      message: `${host} did not answer in time`,
      causes: ['The receiver is overloaded', 'The network is slow or drops packets'],
      resolutions: [RETRIED, 'Raise the timeout or make batches smaller'],
    };
  const secure = tlsProblem(error, host);
  if (secure) return secure;
  switch (getErrorCode(error)) {
    case 'ECONNREFUSED':
      return {
        errorName: 'ConnectionRefused',
        message: `Nothing listens at ${host}`,
        causes: ['The receiver is not running', 'Host or port of the URL is wrong', 'A firewall refuses it'],
        resolutions: ['Start the receiver', 'Check the URL of the destination', RETRIED],
      };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        errorName: 'NameNotResolved',
        message: `The name ${hostname} cannot be resolved`,
        causes: ['The name was mistyped', 'DNS is not reachable'],
        resolutions: ['Check the URL of the destination', 'Check the DNS of this machine', RETRIED],
      };
    default:
      return {
        errorName: 'ConnectionFailed',
        message: `Sending to ${host} failed: ${getErrorMessage(error)}`,
        causes: ['The receiver closed the connection', 'The network connection was lost'],
        resolutions: ['Check the logs of the receiver', RETRIED],
      };
  }
}

/** S3's errors are XML. https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const S3_ERROR = /^(?:<\?xml[^>]*>)?\s*<Error>\s*<Code>([^<]*)<\/Code>\s*<Message>([^<]*)<\/Message>/;

const readExplanation = (text: string): string => {
  const [, code, message] = S3_ERROR.exec(text) ?? [];
  return code === undefined ? text : `${code}: ${message}`;
};

export function answerProblem({ status, headers, text }: Omit<Answer, 'bytes'>, url: URL): ComponentProblem {
  const explanation = readExplanation(text.trim());
  const said = explanation === '' ? '' : `: ${explanation.slice(0, 300)}`;
  const message = `${url.host} answered ${status}${said}`;
  if (status >= 300 && status < 400)
    return {
      errorName: 'Redirected',
      message: `${url.host} answered ${status} and points to ${headers.location ?? 'another address'}`,
      causes: ['The receiver moved', 'http:// is redirected to https://'],
      resolutions: ['Put the new address into the URL of the destination'],
    };
  if (status === 401 || status === 403 || status === 407)
    return {
      errorName: 'CredentialsRefused',
      message,
      causes: ['User, password or token is wrong or has expired', 'They lack permission to send'],
      resolutions: ['Correct the authentication of the destination: sending continues automatically'],
    };
  if (status === 404 || status === 405)
    return {
      errorName: 'WrongAddress',
      message,
      causes: ['The path or the method is not what the receiver expects'],
      resolutions: ['Correct the URL or the method of the destination: sending continues automatically'],
    };
  if (status === 413)
    return {
      errorName: 'BatchTooLarge',
      message,
      causes: ['The receiver accepts only smaller requests'],
      resolutions: ['Lower the bytes per write; until then batches are split'],
    };
  if (status === 429)
    return {
      errorName: 'ReceiverThrottles',
      message,
      causes: ['The receiver limits how much is sent'],
      resolutions: [RETRIED, 'Ask for a higher limit', 'Reduce events before this destination'],
    };
  if (status >= 500 || status === 408 || status === 425)
    return {
      errorName: 'ReceiverFailed',
      message,
      causes: ['The receiver has a fault or is overloaded'],
      resolutions: ['Check the logs of the receiver', RETRIED],
    };
  return {
    errorName: 'EventsRefused',
    message,
    causes: ['The receiver does not accept the content of some events'],
    resolutions: ['Compare the dead letters with what the receiver expects', 'Check body and headers'],
  };
}
