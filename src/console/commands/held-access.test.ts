import { describe, expect, test } from 'vitest';
import { changesSomething } from '../../contract/calls/define.ts';
import { CALL_IDS, callDefinition } from '../../contract/calls/index.ts';
import type { Site } from '../../contract/entities/site.ts';
import { EXTRA_GRANTS, RESOURCE_TYPES } from '../../contract/enums.ts';
import type { Held } from '../../contract/permissions.ts';
import { createAccessGuard } from './held-access.ts';

const berlin = { id: '400000000000000001', name: 'Berlin' } as Site;
const paris = { id: '400000000000000002', name: 'Paris' } as Site;

describe('what a person may not do is said before it is tried [R6-36, R6-37]', () => {
  test('the reason names access, resource and site', () => {
    const reader = createAccessGuard({
      isAdministrator: false,
      grants: [{ resource: 'PIPELINES', types: ['READ'], extra: [] }],
    });
    expect(reader(['saveGraph'], berlin)).toBe('You need WRITE on Pipelines in site Berlin');
    expect(reader(['deleteSink'], berlin)).toBe('You need DELETE on Destinations in site Berlin');
    expect(reader(['listRoles'], berlin)).toBe('You need the role Admin');
    expect(reader(['listPipelines'], berlin)).toBeUndefined();
  });

  test('a write grant allows no deployment, and no other site', () => {
    const writer = createAccessGuard({
      isAdministrator: false,
      grants: [{ resource: 'PIPELINES', types: ['READ', 'WRITE'], extra: [], siteIds: [berlin.id] }],
    });
    expect(writer(['saveGraph'], berlin)).toBeUndefined();
    expect(writer(['saveGraph', 'runPipelineAction'], berlin)).toBe(
      'You need DEPLOY on Pipelines in site Berlin',
    );
    expect(writer(['saveGraph'], paris)).toBe('You need WRITE on Pipelines in site Paris');
  });

  test('administrators and holders of every grant may do everything', () => {
    const grants = RESOURCE_TYPES.map((resource) => ({
      resource,
      types: ['READ' as const, 'WRITE' as const, 'DELETE' as const],
      extra: [...EXTRA_GRANTS],
    }));
    for (const id of CALL_IDS.filter((one) => changesSomething(callDefinition(one)))) {
      expect(createAccessGuard({ isAdministrator: true, grants: [] })([id], berlin), id).toBeUndefined();
      const isAdmins = callDefinition(id).access.kind === 'admin';
      expect(createAccessGuard({ isAdministrator: false, grants })([id], berlin), id).toBe(
        isAdmins ? 'You need the role Admin' : undefined,
      );
    }
  });

  test('a site under git refuses changes, and the reason says where [R1-32]', () => {
    const git = { provider: 'GITHUB', repo: 'git@example.org:a/b.git', branch: '', path: '', isKeySet: true };
    const managed = { ...berlin, managedByGit: true, git } as Site;
    const anyone = createAccessGuard({ isAdministrator: true, grants: [] });
    expect(anyone(['saveGraph'], managed)).toBe(
      "Site 'Berlin' is managed by Git: make this change in git@example.org:a/b.git, whose pipeline imports it with an API key",
    );
    expect(anyone(['runPipelineAction', 'updateSite'], managed)).toBeUndefined();
    expect(anyone(['saveGraph'], { ...managed, managedByGit: false })).toBeUndefined();
    expect(anyone(['importPipelines'], { ...managed, git: null })).toBeUndefined();
    expect(anyone(['enableArchival'], { ...managed, git: null })).toContain('raise a pull request');
  });

  test('a source of an embedded repository is asked for: that needs both rights [R6-48]', () => {
    const managed = { ...berlin, managedByGit: true, git: null } as Site;
    const toSources = { resource: 'SOURCES' as const, types: ['WRITE' as const], extra: [] };
    const toPipelines = { ...toSources, resource: 'PIPELINES' as const };
    const guard = (...grants: Held['grants']) =>
      createAccessGuard({ isAdministrator: false, grants })(['updateSource'], managed);
    expect(
      createAccessGuard({ isAdministrator: true, grants: [] })(['updateSource'], managed),
    ).toBeUndefined();
    expect(guard(toSources)).toMatch(/WRITE on Pipelines/);
    expect(guard(toPipelines)).toMatch(/WRITE on Sources/);
    expect(guard(toSources, toPipelines)).toBeUndefined();
  });
});
