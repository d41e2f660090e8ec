import { expect, it } from 'vitest';
import { findTemplate, validateConfig } from '../../catalogue.ts';
import { fileSchema } from './schema.ts';

const refusal = (path: string) => validateConfig('SINK', 'file', { path }).details?.[0];

it('a path that looks like a template is refused by its part', () => {
  expect(refusal(`/logs/\${@origin.sender}.log`)).toMatchObject({
    field: 'path',
    rule: 'template',
    message: expect.stringContaining(`has \${@origin.sender}`),
  });
  expect(refusal('/logs/{{ host }}/a.log')).toMatchObject({ field: 'path', rule: 'template' });
  expect(refusal('/logs/app-%F.log')).toMatchObject({ message: expect.stringContaining('has %F') });
  for (const path of ['/logs/100%/a.log', '/logs/a$b{c}.log', '/logs/app.log'])
    expect(refusal(path), path).toBeUndefined();
});

it('what was saved before is written where it was, and the form keeps its hints', () => {
  expect(fileSchema.parse({ path: '/logs/app-%F.log' }).path).toBe('/logs/app-%F.log');
  const template = findTemplate('SINK', 'file');
  expect(JSON.stringify(template)).toContain('Only one destination may write a file');
});
