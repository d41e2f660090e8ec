import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { getErrorMessage } from '../../contract/values.ts';

const LOOK_AGAIN_MS = 5000;

/** PEM files; the certificate may include its chain. */
type TlsFiles = { cert: string; key: string };

export class TlsFileError extends Error {
  readonly file: keyof TlsFiles;

  constructor(file: keyof TlsFiles, path: string, why: string) {
    super(`'${path}' ${why}`);
    this.name = 'TlsFileError';
    this.file = file;
  }
}

type Texts = { cert: string; key: string };

function requireOwnKey(certificate: X509Certificate, key: string, files: TlsFiles): void {
  let own: KeyObject;
  try {
    own = createPrivateKey(key);
  } catch (error) {
    throw new TlsFileError('key', files.key, `holds a key that cannot be read: ${getErrorMessage(error)}`);
  }
  if (!certificate.checkPrivateKey(own))
    throw new TlsFileError('key', files.key, `is not the key of the certificate in '${files.cert}'`);
}

/**
 * Checks certificate and key against each other and the clock.
 * @param now in ms
 * @throws TlsFileError
 */
function createContext(texts: Texts, files: TlsFiles, now: number): SecureContextOptions {
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
    throw new TlsFileError(
      'cert',
      files.cert,
      `holds a certificate that cannot be read: ${getErrorMessage(error)}`,
    );
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
    throw new TlsFileError(
      'cert',
      files.cert,
      `holds a certificate that cannot be used: ${getErrorMessage(error)}`,
    );
  }
  return options;
}

const refuseUnreadable = (file: keyof TlsFiles, path: string, error: unknown): TlsFileError =>
  new TlsFileError(file, path, `cannot be read: ${getErrorMessage(error)}`);

function readTexts(files: TlsFiles): Texts {
  const read = (file: keyof TlsFiles): string => {
    try {
      return readFileSync(files[file], 'utf8');
    } catch (error) {
      throw refuseUnreadable(file, files[file], error);
    }
  };
  return { cert: read('cert'), key: read('key') };
}

export type TlsSource = {
  options: SecureContextOptions;
  /**
   * Polls the files and reports each valid new pair; the previous one stays until then.
   * @param told of each problem once
   * @returns stops it
   */
  watch(onChange: (options: SecureContextOptions) => void, told: (problem: TlsFileError) => void): () => void;
};

/** @throws TlsFileError for unusable files */
export function openTls(files: TlsFiles, clock: () => number, everyMs = LOOK_AGAIN_MS): TlsSource {
  let known = readTexts(files);
  const options = createContext(known, files, clock());
  return {
    options,
    watch(onChange, told) {
      let lastProblem = '';
      let isLooking = false;
      const look = async () => {
        const read = (file: keyof TlsFiles) =>
          readFile(files[file], 'utf8').catch((error: unknown) => {
            throw refuseUnreadable(file, files[file], error);
          });
        const [cert, key] = await Promise.all([read('cert'), read('key')]);
        if (cert !== known.cert || key !== known.key) {
          const next = createContext({ cert, key }, files, clock());
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
