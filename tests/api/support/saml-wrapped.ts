import { createHash } from 'node:crypto';
import {
  assertionOf,
  type Making,
  OTHER_KEY,
  responseOf,
  rightly,
  type Says,
  signatureOf,
  signed,
  withSignature,
} from './saml-idp.ts';

const EVIL_ID = '_evil';
/** What an attacker with a valid answer wants it to say. */
const evilOf = (says: Says, id = EVIL_ID): string =>
  assertionOf({
    ...says,
    assertionId: id,
    nameId: 'root-0',
    attributes: { email: ['root@example.org'], name: ['Root'] },
  });
const parts = (says: Says) => {
  const good = assertionOf(says);
  const signature = signatureOf(good, says.assertionId);
  return { good, signature, whole: withSignature(good, signature) };
};
const within = (xml: string, name: string, more: string): string =>
  xml.replace(`</${name}>`, () => `${more}</${name}>`);
const objectOf = (xml: string): string => `<ds:Object>${xml}</ds:Object>`;
const extended = (response: string, more: string): string =>
  response.replace('<samlp:Status>', () => `<samlp:Extensions>${more}</samlp:Extensions><samlp:Status>`);

/** Signature wrapping: a valid signature over the original, forged content where it is read. */
export const WRAPPED: [string, Making][] = [
  ['the evil assertion before the good one', (says) => responseOf(says, evilOf(says) + parts(says).whole)],
  ['the evil assertion after the good one', (says) => responseOf(says, parts(says).whole + evilOf(says))],
  [
    'the good assertion within the evil one',
    (says) => responseOf(says, within(evilOf(says), 'saml:Assertion', parts(says).whole)),
  ],
  [
    'the signature in the evil assertion, and the good one beside it',
    (says) => {
      const { good, signature } = parts(says);
      return responseOf(says, withSignature(evilOf(says), signature) + good);
    },
  ],
  [
    'the good assertion in the signature of the evil one',
    (says) => {
      const { good, signature } = parts(says);
      const holding = within(signature, 'ds:Signature', objectOf(good));
      return responseOf(says, withSignature(evilOf(says), holding));
    },
  ],
  [
    'the same, both with one ID',
    (says) => {
      const { good, signature } = parts(says);
      const holding = within(signature, 'ds:Signature', objectOf(good));
      return responseOf(says, withSignature(evilOf(says, says.assertionId), holding));
    },
  ],
  [
    'the good assertion in an extension',
    (says) => extended(responseOf(says, evilOf(says)), parts(says).whole),
  ],
  [
    'the good assertion in an extension, its signature in the evil one of the same ID',
    (says) => {
      const { good, signature } = parts(says);
      return extended(responseOf(says, withSignature(evilOf(says, says.assertionId), signature)), good);
    },
  ],
  [
    'the evil assertion in an extension, with the ID of the good one',
    (says) => extended(rightly(says), evilOf(says, says.assertionId)),
  ],
  [
    'the good answer in the signature of the evil one',
    (says) => {
      const good = responseOf(says, parts(says).whole);
      const signature = signatureOf(good, `_r${says.assertionId}`);
      const evil = responseOf({ ...says, assertionId: EVIL_ID }, evilOf(says));
      return withSignature(evil, within(signature, 'ds:Signature', objectOf(good)));
    },
  ],
  [
    'the good answer beside the evil assertion',
    (says) => {
      const good = signed(responseOf(says, parts(says).whole));
      return responseOf({ ...says, assertionId: EVIL_ID }, evilOf(says) + good);
    },
  ],
  [
    'another assertion, the digest of which stands in a comment',
    (says) => {
      const { signature } = parts(says);
      const evil = evilOf(says, says.assertionId);
      const digest = createHash('sha256').update(evil).digest('base64');
      return responseOf(
        says,
        withSignature(evil, signature.replace('<ds:DigestValue>', `<ds:DigestValue><!--${digest}-->`)),
      );
    },
  ],
  [
    'two lists of what is signed, the first of them evil',
    (says) => {
      const { signature } = parts(says);
      const evil = evilOf(says, says.assertionId);
      const [list = ''] =
        /<ds:SignedInfo>.*<\/ds:SignedInfo>/.exec(signatureOf(evil, says.assertionId, { key: OTHER_KEY })) ??
        [];
      return responseOf(
        says,
        withSignature(evil, signature.replace('<ds:SignedInfo>', `${list}<ds:SignedInfo>`)),
      );
    },
  ],
];
