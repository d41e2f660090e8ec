import { Document, isMap, isScalar, isSeq, Scalar, visit } from 'yaml';
import { isSecretSet } from '../../../contract/entities/common.ts';

const SECRET_HINT = ' secret: stays as stored; write a text here to set another';

/** Characters that would be invisible or wrong without quotes. */
const UNUSUAL =
  /[^\n\x20-\x7e\u00a1-\u1fff\u2010-\u2027\u2030-\ud7ff\uf900-\ufdff\ufe10-\ufefe\uff01-\uffef]/;

/** Terminal controls and invisible characters; quoted, so that an escape means the same. */
const UNPRINTABLE = /[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
const escapeUnprintable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Deterministic: given key order, block style, quotes where any YAML reader needs them. */
export function writeYaml(value: unknown): string {
  const document = new Document(value, { version: '1.2', schema: 'core', compat: 'yaml-1.1' });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && UNUSUAL.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
    Map(_, node) {
      if (!isSecretSet(node.toJSON())) return undefined;
      node.flow = true;
      node.comment = SECRET_HINT;
      return visit.SKIP;
    },
  });
  if (isMap(document.contents)) {
    for (const { key, value: list } of document.contents.items) {
      if (isScalar(key) && isSeq(list) && list.items.length > 0) key.spaceBefore = true;
      if (!isSeq(list)) continue;
      for (const item of list.items.slice(1)) if (isMap(item)) item.spaceBefore = true;
    }
  }
  return escapeUnprintable(
    document.toString({ lineWidth: 0, indentSeq: true, flowCollectionPadding: false }),
  );
}
