import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions } from 'node:tls';

/** Files change seldom; a new certificate is in use within this. */
const LOOK_AGAIN_MS = 5000;

/** Paths of a certificate (with those between it and its authority) and of its key, both PEM. */
export type TlsFiles = { cert: string; key: string };

/** What can be wrong, and with which of the two files. */
export class TlsFileError extends Error {
  readonly file: keyof TlsFiles;

  constructor(file: keyof TlsFiles, path: string, why: string) {
    super(`'${path}' ${why}`);
    this.name = 'TlsFileError';
    this.file = file;
  }
}

type Texts = { cert: string; key: string };

const whyOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function requireOwnKey(certificate: X509Certificate, key: string, files: TlsFiles): void {
  let own: KeyObject;
  try {
    own = createPrivateKey(key);
  } catch (error) {
    throw new TlsFileError('key', files.key, `holds a key that cannot be read: ${whyOf(error)}`);
  }
  if (!certificate.checkPrivateKey(own))
    throw new TlsFileError('key', files.key, `is not the key of the certificate in '${files.cert}'`);
}

/**
 * Holds the contents against each other and against the clock.
 * @param now in ms
 * @throws TlsFileError
 */
function contextOf(texts: Texts, files: TlsFiles, now: number): SecureContextOptions {
  const { cert, key } = texts;
  if (!cert.includes('-----BEGIN CERTIFICATE-----'))
    throw new TlsFileError('cert', files.cert, 'holds no certificate in PEM (-----BEGIN CERTIFICATE-----)');
  if (!/-----BEGIN ([A-Z]+ )?PRIVATE KEY-----/.test(key))
    throw new TlsFileError('key', files.key, 'holds no private key in PEM (-----BEGIN PRIVATE KEY-----)');
  if (key.includes('ENCRYPTED'))
    throw new TlsFileError(
      'key',
      files.key,
      'is locked with a password: store the key without one, readable by this service alone',
    );
  let read: X509Certificate;
  try {
    read = new X509Certificate(cert);
  } catch (error) {
    throw new TlsFileError('cert', files.cert, `holds a certificate that cannot be read: ${whyOf(error)}`);
  }
  if (Date.parse(read.validTo) <= now)
    throw new TlsFileError('cert', files.cert, `holds a certificate that expired on ${read.validTo}`);
  if (Date.parse(read.validFrom) > now)
    throw new TlsFileError(
      'cert',
      files.cert,
      `holds a certificate that is not valid before ${read.validFrom}`,
    );
  requireOwnKey(read, key, files);
  const options: SecureContextOptions = { cert, key, minVersion: 'TLSv1.2' };
  try {
    createSecureContext(options);
  } catch (error) {
    throw new TlsFileError('cert', files.cert, `holds a certificate that cannot be used: ${whyOf(error)}`);
  }
  return options;
}

const unreadable = (file: keyof TlsFiles, path: string, error: unknown): TlsFileError =>
  new TlsFileError(file, path, `cannot be read: ${whyOf(error)}`);

function textsNow(files: TlsFiles): Texts {
  const read = (file: keyof TlsFiles): string => {
    try {
      return readFileSync(files[file], 'utf8');
    } catch (error) {
      throw unreadable(file, files[file], error);
    }
  };
  return { cert: read('cert'), key: read('key') };
}

export type TlsSource = {
  /** What the server begins with. */
  options: SecureContextOptions;
  /**
   * Looks at the files again and again, and tells when another pair is good; while one is not, the former stays.
   * @param told of each problem once
   * @returns what ends it
   */
  watch(onChange: (options: SecureContextOptions) => void, told: (problem: TlsFileError) => void): () => void;
};

/**
 * The certificate and key of this service.
 * @throws TlsFileError for files that cannot be used
 */
export function openTls(files: TlsFiles, clock: () => number, everyMs = LOOK_AGAIN_MS): TlsSource {
  let known = textsNow(files);
  const options = contextOf(known, files, clock());
  return {
    options,
    watch(onChange, told) {
      let lastProblem = '';
      let isLooking = false;
      const look = async () => {
        const read = (file: keyof TlsFiles) =>
          readFile(files[file], 'utf8').catch((error: unknown) => {
            throw unreadable(file, files[file], error);
          });
        const [cert, key] = await Promise.all([read('cert'), read('key')]);
        if (cert !== known.cert || key !== known.key) {
          const next = contextOf({ cert, key }, files, clock());
          known = { cert, key };
          onChange(next);
        }
        lastProblem = '';
      };
      const timer = setInterval(() => {
        if (isLooking) return;
        isLooking = true;
        look()
          .catch((error: unknown) => {
            if (!(error instanceof TlsFileError)) throw error;
            if (error.message !== lastProblem) told(error);
            lastProblem = error.message;
          })
          .finally(() => {
            isLooking = false;
          });
      }, everyMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
