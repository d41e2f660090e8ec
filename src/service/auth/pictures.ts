import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { UserRow } from '../store/schema.ts';
import { fetchFromProvider } from './provider-fetch.ts';

const KEPT_MS = 86_400_000;
const FAILED_MS = 10 * 60_000;
const MOST_BYTES = 32 * 1_048_576;
const ADDRESS_MAX_LENGTH = 2048;

export type Picture = { bytes: Buffer; type: string };
type Kept = { picture: Picture | undefined; until: number };

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text;

/** By its first bytes, whatever the provider says; SVG is refused, since it can hold scripts. */
export function findImageType(bytes: Buffer): string | undefined {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp';
  return undefined;
}

/** https, or the provider itself; else empty. */
export function readPictureAddress(claim: unknown, issuer: string): string {
  if (typeof claim !== 'string' || claim.length > ADDRESS_MAX_LENGTH) return '';
  const url = URL.parse(claim);
  if (url?.username !== '' || url.password !== '') return '';
  const isOfProvider = URL.parse(issuer.replace(/^saml:/, ''))?.origin === url.origin;
  return url.protocol === 'https:' || (isOfProvider && url.protocol === 'http:') ? url.href : '';
}

/** At the service: browsers never contact the provider. */
export const formatPicturePath = ({ id, picture }: Pick<UserRow, 'id' | 'picture'>): string =>
  picture === ''
    ? ''
    : `/v1/auth/user/${id}/picture?v=${createHash('sha256').update(picture).digest('hex').slice(0, 12)}`;

/** Fetches pictures from the provider, and caches them for a day. */
export function createPictures({ clock, log }: { clock: Clock; log: Log }) {
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<Picture | undefined>>();

  const keep = (address: string, picture: Picture | undefined) => {
    kept.delete(address);
    kept.set(address, { picture, until: clock() + (picture ? KEPT_MS : FAILED_MS) });
    let bytes = [...kept.values()].reduce((sum, one) => sum + (one.picture?.bytes.length ?? 100), 0);
    for (const [oldest, one] of kept) {
      if (bytes <= MOST_BYTES) break;
      kept.delete(oldest);
      bytes -= one.picture?.bytes.length ?? 100;
    }
  };

  const fetchPicture = async (address: string): Promise<Picture | undefined> => {
    try {
      const answer = await fetchFromProvider(address);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const type = answer.status === 200 ? findImageType(bytes) : undefined;
      if (!type) log.warn({ status: answer.status }, 'the picture of a user is not an image');
      return type === undefined ? undefined : { bytes, type };
    } catch (error) {
      log.warn({ err: error }, 'the picture of a user could not be fetched');
      return undefined;
    }
  };

  return {
    find: async (address: string): Promise<Picture | undefined> => {
      if (address === '') return undefined;
      const known = kept.get(address);
      if (known && known.until > clock()) return known.picture;
      const pending =
        underWay.get(address) ??
        fetchPicture(address).finally(() => {
          underWay.delete(address);
        });
      underWay.set(address, pending);
      const picture = (await pending) ?? known?.picture;
      keep(address, picture);
      return picture;
    },
  };
}
export type Pictures = ReturnType<typeof createPictures>;
