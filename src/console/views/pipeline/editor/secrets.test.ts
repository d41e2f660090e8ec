import { expect, test } from 'vitest';
import type { ConfigProperty } from '../../../../contract/config-format.ts';
import { removeSecrets } from './secrets.ts';

const property = (name: string, more: Partial<ConfigProperty> = {}): ConfigProperty => ({
  name,
  label: name,
  kind: 'text',
  required: false,
  ...more,
});
const secret = property('password', { kind: 'secret' });

test('secrets are left out in objects, lists and choices', () => {
  const format = {
    config_groups: [
      {
        name: 'general',
        label: 'General',
        properties: [
          property('host'),
          secret,
          property('proxy', { kind: 'object', objStructure: [property('url'), secret] }),
          property('hosts', { kind: 'objects', objStructure: [property('url'), secret] }),
          property('auth', {
            kind: 'choice',
            linkedConfigFormats: [
              {
                oneOf: ['token'],
                configFormat: {
                  config_groups: [
                    { name: 'a', label: 'A', properties: [property('token', { kind: 'secret' })] },
                  ],
                },
              },
            ],
          }),
        ],
      },
    ],
  };
  const config = {
    host: 'h',
    password: 'p1',
    proxy: { url: 'u', password: 'p2' },
    hosts: [{ url: 'v', password: 'p3' }],
    auth: 'token',
    token: 'p4',
  };
  expect(removeSecrets(format, config)).toEqual({
    host: 'h',
    proxy: { url: 'u' },
    hosts: [{ url: 'v' }],
    auth: 'token',
  });
});
