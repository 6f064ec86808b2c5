import { addFirmware, deleteFirmware, getBinFirmware } from '@granary/contract/firmware/http';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { firmwareFilesQuery } from '../../../bin-data/firmware-files.ts';
import { call, callWithFile, type RouteRequest } from '../../../lib/api.ts';

/** A page of bins with their installed and selected firmware; pages are numbered from 1. */
export function binFirmwareQuery(page: number) {
  return queryOptions({
    queryKey: ['bin-firmwares', page],
    queryFn: ({ signal }) => call(getBinFirmware, { query: { page } }, signal),
    placeholderData: keepPreviousData,
  });
}

interface NewFirmware {
  readonly fields: RouteRequest<typeof addFirmware>['body'];
  readonly file: File;
}

export function useAddFirmware() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, file }: NewFirmware) =>
      callWithFile(addFirmware, { body: fields }, file),
    onSuccess: () => client.invalidateQueries({ queryKey: firmwareFilesQuery.queryKey }),
  });
}

export function useDeleteFirmware() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteFirmware, { body: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: firmwareFilesQuery.queryKey }),
  });
}
