type Named = { id: string; name: string };

/** An isolated pipeline's process is `<machine>/<pipelineId>`; the engine's has only the machine. */
const splitPod = (pod: string): { host: string; pipelineId: string | undefined } => {
  const at = pod.lastIndexOf('/');
  return at < 0
    ? { host: pod, pipelineId: undefined }
    : { host: pod.slice(0, at), pipelineId: pod.slice(at + 1) };
};

/** Without the processes of other pipelines. */
export const listPodsOf = (pods: readonly string[] | undefined, id: string): string[] | undefined =>
  pods?.filter((pod) => [undefined, id].includes(splitPod(pod).pipelineId));

export const toInstanceOptions = (
  pods: readonly string[] | undefined,
  pipelines: readonly Named[] | undefined,
): { value: string; label: string }[] =>
  (pods ?? []).map((pod) => {
    const { host, pipelineId } = splitPod(pod);
    if (pipelineId === undefined) return { value: pod, label: host };
    const name = pipelines?.find(({ id }) => id === pipelineId)?.name ?? pipelineId;
    return { value: pod, label: `${host}, process of ${name}` };
  });
