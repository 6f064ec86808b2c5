import { getFirmwareFiles } from '@granary/contract/firmware/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../lib/api.ts';

/** All firmware files; for staff only. */
export const firmwareFilesQuery = queryOptions({
  queryKey: ['firmwares'],
  queryFn: ({ signal }) => call(getFirmwareFiles, {}, signal),
});
