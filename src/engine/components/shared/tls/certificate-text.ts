import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { compiles } from '../../schema/checks.ts';
import { splitCertificates } from './pem.ts';

const readable = (text: string): void => {
  const certificates = splitCertificates(text);
  if (certificates.length === 0)
    throw new Error('must hold a PEM text that begins with -----BEGIN CERTIFICATE-----');
  for (const certificate of certificates) new X509Certificate(certificate);
};

export const certificateText = () =>
  z
    .string()
    .max(262_144)
    .superRefine(
      compiles('certificate', (text: string) => {
        try {
          readable(text);
        } catch (error) {
          if (error instanceof Error && error.message.startsWith('must')) throw error;
          throw new Error('holds a certificate that cannot be read');
        }
      }),
    )
    .optional();

export const keyText = () => z.string().min(1).max(65_536).optional();

export const TLS_VERSIONS = { 'TLSv1.2': 'TLS 1.2', 'TLSv1.3': 'TLS 1.3' };
export const tlsVersion = () => z.enum(['TLSv1.2', 'TLSv1.3']).default('TLSv1.2');
