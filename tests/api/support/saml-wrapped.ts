import { createHash } from 'node:crypto';
import {
  buildAssertion,
  buildResponse,
  insertSignature,
  type Making,
  makeRightly,
  OTHER_KEY,
  type Says,
  signDocument,
  signXml,
} from './saml-idp.ts';

const EVIL_ID = '_evil';
/** What an attacker with a valid answer wants it to say. */
const buildEvilAssertion = (says: Says, id = EVIL_ID): string =>
  buildAssertion({
    ...says,
    assertionId: id,
    nameId: 'root-0',
    attributes: { email: ['root@example.org'], name: ['Root'] },
  });
const buildParts = (says: Says) => {
  const good = buildAssertion(says);
  const signature = signXml(good, says.assertionId);
  return { good, signature, whole: insertSignature(good, signature) };
};
const insertWithin = (xml: string, name: string, more: string): string =>
  xml.replace(`</${name}>`, () => `${more}</${name}>`);
const wrapInObject = (xml: string): string => `<ds:Object>${xml}</ds:Object>`;
const insertExtensions = (response: string, more: string): string =>
  response.replace('<samlp:Status>', () => `<samlp:Extensions>${more}</samlp:Extensions><samlp:Status>`);

/** Signature wrapping: a valid signature over the original, forged content where it is read. */
export const WRAPPED: [string, Making][] = [
  [
    'the evil assertion before the good one',
    (says) => buildResponse(says, buildEvilAssertion(says) + buildParts(says).whole),
  ],
  [
    'the evil assertion after the good one',
    (says) => buildResponse(says, buildParts(says).whole + buildEvilAssertion(says)),
  ],
  [
    'the good assertion within the evil one',
    (says) =>
      buildResponse(says, insertWithin(buildEvilAssertion(says), 'saml:Assertion', buildParts(says).whole)),
  ],
  [
    'the signature in the evil assertion, and the good one beside it',
    (says) => {
      const { good, signature } = buildParts(says);
      return buildResponse(says, insertSignature(buildEvilAssertion(says), signature) + good);
    },
  ],
  [
    'the good assertion in the signature of the evil one',
    (says) => {
      const { good, signature } = buildParts(says);
      const holding = insertWithin(signature, 'ds:Signature', wrapInObject(good));
      return buildResponse(says, insertSignature(buildEvilAssertion(says), holding));
    },
  ],
  [
    'the same, both with one ID',
    (says) => {
      const { good, signature } = buildParts(says);
      const holding = insertWithin(signature, 'ds:Signature', wrapInObject(good));
      return buildResponse(says, insertSignature(buildEvilAssertion(says, says.assertionId), holding));
    },
  ],
  [
    'the good assertion in an extension',
    (says) => insertExtensions(buildResponse(says, buildEvilAssertion(says)), buildParts(says).whole),
  ],
  [
    'the good assertion in an extension, its signature in the evil one of the same ID',
    (says) => {
      const { good, signature } = buildParts(says);
      return insertExtensions(
        buildResponse(says, insertSignature(buildEvilAssertion(says, says.assertionId), signature)),
        good,
      );
    },
  ],
  [
    'the evil assertion in an extension, with the ID of the good one',
    (says) => insertExtensions(makeRightly(says), buildEvilAssertion(says, says.assertionId)),
  ],
  [
    'the good answer in the signature of the evil one',
    (says) => {
      const good = buildResponse(says, buildParts(says).whole);
      const signature = signXml(good, `_r${says.assertionId}`);
      const evil = buildResponse({ ...says, assertionId: EVIL_ID }, buildEvilAssertion(says));
      return insertSignature(evil, insertWithin(signature, 'ds:Signature', wrapInObject(good)));
    },
  ],
  [
    'the good answer beside the evil assertion',
    (says) => {
      const good = signDocument(buildResponse(says, buildParts(says).whole));
      return buildResponse({ ...says, assertionId: EVIL_ID }, buildEvilAssertion(says) + good);
    },
  ],
  [
    'another assertion, the digest of which stands in a comment',
    (says) => {
      const { signature } = buildParts(says);
      const evil = buildEvilAssertion(says, says.assertionId);
      const digest = createHash('sha256').update(evil).digest('base64');
      return buildResponse(
        says,
        insertSignature(evil, signature.replace('<ds:DigestValue>', `<ds:DigestValue><!--${digest}-->`)),
      );
    },
  ],
  [
    'two lists of what is signed, the first of them evil',
    (says) => {
      const { signature } = buildParts(says);
      const evil = buildEvilAssertion(says, says.assertionId);
      const [list = ''] =
        /<ds:SignedInfo>.*<\/ds:SignedInfo>/.exec(signXml(evil, says.assertionId, { key: OTHER_KEY })) ?? [];
      return buildResponse(
        says,
        insertSignature(evil, signature.replace('<ds:SignedInfo>', `${list}<ds:SignedInfo>`)),
      );
    },
  ],
];
