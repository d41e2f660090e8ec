import { notify } from '../../actors/toasts.ts';
import { toApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';
import { reportApiError } from '../../api/report-error.ts';

/** Ends another session of the same person. */
export async function endSessionOf(sessionId: string): Promise<void> {
  try {
    await callApi('deleteSession', { path: { sessionId } });
    notify({ message: 'The session was ended.', status: 'success', shouldTimeout: true });
  } catch (thrown) {
    reportApiError(toApiError(thrown), { id: 'deleteSession' });
  }
  await queryClient.invalidateQueries({ queryKey: ['listSessions'] });
}
