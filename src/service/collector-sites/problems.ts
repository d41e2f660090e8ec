import type { SiteRefusal } from '../../collector/render-site.ts';
import type { EngineProblem } from '../../engine/port.ts';

const make = (errorName: string, message: string, resolutions: string[]): EngineProblem => ({
  ...{ errorName, message, causes: [], resolutions },
});

/** @param ownId the pipeline that is deployed */
export function describeRefusal(refusal: SiteRefusal, ownId: string): EngineProblem {
  const { pipelineId, pipelineName, nodeId, name, reason, resolution } = refusal;
  const where = pipelineId === ownId ? `'${name}'` : `'${name}' of the pipeline '${pipelineName}'`;
  return { ...make('NOT_ON_COLLECTORS', `${where}: ${reason}`, [resolution]), nodeId };
}

export const nobodyThere = (fleetName: string): EngineProblem =>
  make('NO_COLLECTOR', `No agent of the fleet '${fleetName}' that accepts configurations is connected`, [
    'Enroll agents of the fleet with the OpAMP supervisor, and see why those it has are away',
  ]);

export const rolloutFailed = (fleetName: string, reason: string): EngineProblem =>
  make(
    'ROLLOUT_FAILED',
    `The Collectors of the fleet '${fleetName}' went back to what they ran: ${reason || 'the rollout ended early'}`,
    ['See the history of the agents that failed, mend the cause, and deploy again'],
  );

export const lacksComponent = (text: string): EngineProblem =>
  make('LACKS_COMPONENT', text, ['Run Collectors that have the component, or use another type of node']);

export const canceled = make('CANCELED', 'The deployment was canceled before the rollout began', []);

export const stopping = make('STOPPING', 'The service stops; it goes on with this when it starts again', []);

/** What an engine can do and Collectors cannot. */
export const notOnCollectors = (what: string, instead: string): EngineProblem =>
  make('NOT_ON_COLLECTORS', what, [instead]);
