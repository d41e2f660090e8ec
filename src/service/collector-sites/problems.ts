import type { SiteRefusal } from '../../collector/render-site.ts';
import type { EngineProblem, ErrorReport } from '../../engine/port.ts';
import type { NodeGrowth } from './node-counts.ts';

const make = (errorName: string, message: string, resolutions: string[]): EngineProblem => ({
  ...{ errorName, message, causes: [], resolutions },
});

/** What exporters gave up: they retry forever, except what the receiver finally refuses. */
export const describeLoss = ({ pipelineId, node, failed }: NodeGrowth, now: number): ErrorReport => ({
  errorName: 'CollectorsGaveUp',
  message: 'Collectors gave up events, which are lost: agents keep no dead letters',
  causes: [
    'The receiver refuses the content of some events for good',
    'The queue of the exporter is full, and drops',
  ],
  resolutions: [
    'See the log of the Collectors for the answer of the receiver',
    'Let the destination wait when its buffer is full, or make the buffer larger',
  ],
  ...{ pipelineId, componentId: node.componentId, nodeId: node.nodeId },
  ...{ level: 'ERROR', count: failed, lastAt: now, exampleEvent: '' },
});

/** @param ownId the deployed pipeline */
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
    [
      'See the history of the agents that failed, and the log of their supervisor; mend the cause, and deploy again',
    ],
  );

export const lacksComponent = (text: string): EngineProblem =>
  make('LACKS_COMPONENT', text, ['Run Collectors that have the component, or use another type of node']);

export const canceled = make('CANCELED', 'The deployment was canceled before the rollout began', []);

export const stopping = make('STOPPING', 'The service stops; it goes on with this when it starts again', []);

export const notOnCollectors = (what: string, instead: string): EngineProblem =>
  make('NOT_ON_COLLECTORS', what, [instead]);
