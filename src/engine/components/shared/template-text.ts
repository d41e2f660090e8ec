import { type Path, parsePath } from '../../event/path.ts';

export type TemplatePart = string | Path;

/**
 * Parses `${verb} ${request}`; `$$` is a dollar sign. @throws Error or FieldPathError that explains what is
 * invalid
 */
export function parseTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let plain = '';
  for (let i = 0; i < text.length; i++) {
    const two = text.slice(i, i + 2);
    if (two === '$$') {
      plain += '$';
      i++;
    } else if (two === '${') {
      const end = text.indexOf('}', i);
      if (end < 0)
        throw new Error(`has no } after the \${ at character ${i + 1}; write $$ for a dollar sign`);
      if (plain !== '') parts.push(plain);
      plain = '';
      parts.push(parsePath(text.slice(i + 2, end).trim()));
      i = end;
    } else plain += text[i];
  }
  if (plain !== '' || parts.length === 0) parts.push(plain);
  return parts;
}
