import { afterEach, beforeEach } from 'vitest';
import type { Notification } from '../../../src/contract/entities/notification.ts';
import type { User } from '../../../src/contract/entities/user.ts';
import { T0 } from './counting.ts';
import { act, makeDeployedPipeline } from './fixtures.ts';
import { startService, type TestOptions, type TestService } from './service.ts';

type Query = Record<string, string | number | string[]>;

export const createPerson = (id: string): User => ({
  id: `50000000000000000${id}`,
  name: id,
  email: `${id}@example.org`,
  picture: '',
  userType: 'SSO',
  roles: [{ id: 'admin', type: 'SYSTEM', name: 'Admin' }],
});

/** New for each test of a file. `who` is signed in and notified; `now` changes only when set. */
export function setUpNotifiedService() {
  const state = {} as {
    api: TestService;
    web: Awaited<ReturnType<typeof makeDeployedPipeline>>;
    now: number;
    who: User;
  };
  const start = async (more: TestOptions = {}) => {
    const authenticate = async () => ({ user: state.who, grants: [] });
    state.api = await startService({ clock: () => state.now, authenticate, ...more });
  };
  beforeEach(async () => {
    state.now = T0;
    state.who = createPerson('1');
    await start();
    state.web = await makeDeployedPipeline(state.api);
  });
  afterEach(() => state.api.stop());

  const turn = () => state.api.service.services.notifications.turn();
  const list = async (query: Query = {}): Promise<Notification[]> => {
    const { api } = state;
    return (await api.call('listNotifications', { query: { siteIds: api.siteId, ...query } })).body
      .notifications;
  };
  return Object.assign(state, {
    turn,
    list,
    /** Restarts the service on the same store. */
    restart: async (more: TestOptions = {}) => {
      await state.api.stop();
      await start({ store: state.api.store, ...more });
    },
    /** As `DESTINATION_DOWN ACTIVE error`, newest first, without the deployment of the setup. */
    told: async () =>
      (await list())
        .filter((one) => one.subCategory !== 'DEPLOYED')
        .map((one) => `${one.subCategory} ${one.state} ${one.severity}`),
    bell: async () => {
      const { api } = state;
      const { body } = await api.call('getNotificationErrorSummary', { query: { siteIds: api.siteId } });
      return body.errorSummary.unreadCount;
    },
    acknowledge: (body: object) =>
      state.api.call('acknowledgeNotifications', { body: { siteIds: [state.api.siteId], ...body } }),
    deployBadly: async (message = 'The port is taken') => {
      state.api.engine.failNext(message);
      await act(state.api, state.web.pipelineId, 'DEPLOY', 1);
      await state.api.service.services.lifecycle.settled();
    },
    /** An error of the transform by default; then checks for notifications. */
    fail: async (
      errorName: string,
      componentId = state.web.transformId,
      level: 'ERROR' | 'WARN' = 'ERROR',
    ) => {
      state.api.engine.report({
        type: 'errors',
        errors: [
          {
            pipelineId: state.web.pipelineId,
            componentId,
            nodeId: componentId,
            errorName,
            level,
            message: `${errorName} happened`,
            causes: [],
            resolutions: [],
            count: 1,
            lastAt: state.now,
            exampleEvent: '',
          },
        ],
      });
      await state.api.service.services.analytics.flush();
      state.now += 3000;
      await turn();
    },
  });
}
