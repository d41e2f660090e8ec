export type Place = { pipelineId: string; componentId: string };
export type PodPlace = Place & { pod: number };
export type Key = string;

export const formatPlace = (place: Place): Key => `${place.pipelineId}/${place.componentId}`;
export const formatPodPlace = (place: PodPlace): Key => `${formatPlace(place)}/${place.pod}`;

export const parsePlace = (key: Key): PodPlace => {
  const [pipelineId = '', componentId = '', pod = '0'] = key.split('/');
  return { pipelineId, componentId, pod: Number(pod) };
};
