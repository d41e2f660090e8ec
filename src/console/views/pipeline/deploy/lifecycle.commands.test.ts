import { expect, it } from 'vitest';
import type { CommandContext } from '../../../commands/context.ts';
import { lifecycleCommands } from './lifecycle.commands.ts';

const PIPELINE = { id: '300000000000000001', name: 'Web logs' };
const onScreen = { scopes: { pipeline: { pipeline: PIPELINE } } } as unknown as CommandContext;

it.each([
  ['pipeline.pause', 'Pause Pipeline', false],
  ['pipeline.bypass', 'Bypass Pipeline', false],
  ['pipeline.delete', 'Delete Pipeline', true],
])('%s asks first, by the name of the pipeline [R4-129]', (id, title, isDestructive) => {
  const command = lifecycleCommands.find((one) => one.id === id);
  const review = command?.review?.(onScreen, { pipeline: PIPELINE.id });
  expect(review?.title).toBe(title);
  expect(review?.body).toContain('Web logs');
  expect(review?.destructive).toBe(isDestructive);
});

it('Force Deploy means the version on screen, and says which', () => {
  const command = lifecycleCommands.find((one) => one.id === 'pipeline.forceDeploy');
  const pipeline = { ...PIPELINE, deployedGraphVersion: 1, latestGraphVersion: 2 };
  const ctx = { scopes: { pipeline: { pipeline, shownVersion: 2 } } } as unknown as CommandContext;
  const version = command?.args?.find(({ name }) => name === 'version');
  const given = version?.given?.(ctx, { pipeline: PIPELINE.id });
  expect(given).toMatchObject({ id: '2' });
  const args = { pipeline: PIPELINE.id, version: '2' };
  expect(command?.review?.(ctx, args)?.body).toMatch(/^v2 of Web logs (?!.*Unsaved)/);
  const editing = { scopes: { ...ctx.scopes, 'pipeline.edit': {} } } as unknown as CommandContext;
  expect(command?.review?.(editing, args)?.body).toContain('Unsaved changes are not deployed.');
});

it.each(['pipeline.deploy', 'pipeline.pause', 'pipeline.bypass'])(
  '%s says that a disconnected remote engine cannot be reached [R4]',
  (id) => {
    const siteId = '400000000000000001';
    const pipeline = {
      ...PIPELINE,
      siteId,
      status: 'DEPLOYED',
      pendingAction: 'NOP',
      previousStatus: 'DEPLOYED',
    };
    const versions = { deployedGraphVersion: 1, latestGraphVersion: 2, pendingGraphVersion: 2 };
    const reasonAt = (engineState: string) => {
      const sites = [{ id: siteId, name: 'Far', engineState }];
      const scopes = { pipeline: { pipeline: { ...pipeline, ...versions } } };
      const ctx = { scopes, sites } as unknown as CommandContext;
      return lifecycleCommands.find((one) => one.id === id)?.enabled(ctx, { pipeline: PIPELINE.id });
    };
    expect(reasonAt('running')).toBe(true);
    expect(reasonAt('disconnected')).toBe("The engine of site 'Far' is not connected");
  },
);
