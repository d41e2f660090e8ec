export const NO_CAPTURE_ON_COLLECTORS =
  'Collectors restart for a capture, so only the preview of a pipeline begins one; capture events there';
export const NO_ARCHIVE_ON_COLLECTORS =
  'Archives are written by an engine, and Collectors are none; send the events to a destination too';
export const NO_TEST_ON_COLLECTORS =
  'A test would be made by this service, and the Collectors are elsewhere; deploy, and see their health';

export const refuseOnCollectors = (
  site: { engine: string } | undefined,
  reason: string,
): string | undefined => (site?.engine === 'collectors' ? reason : undefined);

export const findCaptureRefusal = (site: { engine: string } | undefined): string | undefined =>
  refuseOnCollectors(site, NO_CAPTURE_ON_COLLECTORS);
