import type { DeadLetter, DeadLetterAnswer, DeadLetterRequest } from '../../../src/engine/port.ts';
import { EngineError } from '../../../src/engine/port.ts';

export const makeLetter = (more: Partial<DeadLetter>): DeadLetter => {
  const event = more.event ?? '{"a":1}';
  return {
    id: 1_700_000_000_000_001,
    pipelineId: '300000000000000001',
    componentId: '200000000000000001',
    nodeId: more.componentId ?? '200000000000000001',
    at: 1_700_000_000_000,
    errorName: 'NotTaken',
    message: 'Nobody took it',
    isText: false,
    event,
    bytes: Buffer.byteLength(event),
    isCut: false,
    revision: 0,
    editedAt: 0,
    isReplaying: false,
    isUncertain: false,
    ...more,
  };
};

/** Dead letters of a fake engine: what is put into `held` is listed, and every request is kept in `asked`. */
export class FakeLetters {
  held: DeadLetter[] = [];
  readonly asked: DeadLetterRequest[] = [];
  refusal: string | undefined;
  /** Answers wait for it. */
  gate: Promise<void> | undefined;
  /** Sites of pipelines, where several have letters. */
  readonly sites = new Map<string, string>();

  async answer<R extends DeadLetterRequest>(request: R): Promise<DeadLetterAnswer<R>> {
    this.asked.push(request);
    await this.gate;
    if (this.refusal !== undefined) throw refuse(this.refusal);
    return this.#answer(request) as DeadLetterAnswer<R>;
  }

  #answer(request: DeadLetterRequest): DeadLetterAnswer {
    const here = this.held.filter(
      ({ pipelineId }) => (this.sites.get(pipelineId) ?? request.siteId) === request.siteId,
    );
    const found = 'choice' in request ? here.filter((one) => isChosen(one, request)) : here;
    switch (request.do) {
      case 'list': {
        const bytes = found.reduce((sum, one) => sum + one.bytes, 0);
        const letters = found.slice(request.offset, request.offset + request.limit);
        return { letters, count: found.length, bytes, newestId: here[0]?.id ?? 0 };
      }
      case 'group':
        return {
          groups: found.map(({ pipelineId, componentId, nodeId, errorName, bytes, at }) => ({
            ...{ pipelineId, componentId, nodeId, errorName, bytes },
            ...{ count: 1, oldestAt: at, newestAt: at },
          })),
        };
      case 'read':
        return { letter: here.find(({ id }) => id === request.id) ?? null };
      case 'edit': {
        const letter = here.find(({ id }) => id === request.id);
        if (!letter) throw refuse('This dead letter no longer exists');
        if (letter.revision !== request.revision)
          throw refuse('This dead letter was changed in the meantime');
        const { event } = request;
        const edited = { ...letter, event, bytes: event.length, revision: letter.revision + 1 };
        this.held = this.held.map((one) => (one === letter ? edited : one));
        return { letter: edited };
      }
      case 'window':
        return { pipelineIds: found.map(({ pipelineId }) => pipelineId), through: request.after, upTo: 0 };
      case 'export':
        return {
          lines: found
            .map(
              (one) => `${JSON.stringify({ id: String(one.id), message: one.message, event: one.event })}\n`,
            )
            .join(''),
        };
      case 'replay':
      case 'discard': {
        this.held = this.held.filter((one) => !found.includes(one));
        return request.do === 'discard'
          ? { discarded: found.length }
          : { replayed: found.length, underWay: 0, refused: 0, upTo: 0 };
      }
    }
  }
}

const refuse = (message: string) =>
  new EngineError({ errorName: 'Refused', message, causes: [], resolutions: [] });

const isChosen = (
  { id, pipelineId, componentId, errorName }: DeadLetter,
  { choice }: Extract<DeadLetterRequest, { choice: object }>,
): boolean =>
  (choice.ids?.includes(id) ?? true) &&
  (choice.pipelineId ?? pipelineId) === pipelineId &&
  (choice.componentId ?? componentId) === componentId &&
  (choice.errorName ?? errorName) === errorName;
