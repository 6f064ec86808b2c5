import * as contract from '@granary/contract/firmware/http';
import { toPagination } from '@granary/contract/pagination';
import { getActorScope } from '@granary/domain/access/access';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { requireSignedIn, toChangedBy } from '../access/signed-in.ts';
import type { MessageKey } from '../locales/messages.ts';
import { formatReply } from '../platform/http/error-message.ts';
import { ApiError, fieldError } from '../platform/http/error-response.ts';
import { formatNameList } from '../platform/http/name-list.ts';
import { serve } from '../platform/http/serve.ts';
import { serveUpload, type UploadedFile } from '../platform/http/upload.ts';
import { addFirmware, deleteFirmware, type FirmwareDeletionPorts } from './change-firmware.ts';
import { findBinFirmware, findFirmwareFiles } from './store.ts';

export type FirmwarePorts = FirmwareDeletionPorts & RoutePorts;

/** Lists, adds and deletes firmware files, and lists the firmware that boards run. */
export function firmwareRoutes(app: FastifyInstance, ports: FirmwarePorts): void {
  const { db, guard, now } = ports;
  serve(app, guard, contract.getFirmwareFiles, () => findFirmwareFiles(db));

  serve(app, guard, contract.getBinFirmware, async ({ actor, query: { page } }) => {
    const { total, bins } = await findBinFirmware(db, getActorScope(requireSignedIn(actor)), page);
    const pagination = toPagination(page, contract.FIRMWARE_PAGE_SIZE, total, false);
    return { RESP_MSG: 'OK', data: [...bins], pagination };
  });

  serveUpload(app, guard, contract.addFirmware, contract.MAX_FIRMWARE_BYTES, async (call, file) => {
    const { actor, body, request } = call;
    const problem = findFileProblem(file);
    if (file === null || problem !== null) throw toApiError(problem ?? 'firmwareMissing');
    const addedFirmware = await addFirmware(
      db,
      body,
      file.bytes,
      toChangedBy(actor, request, now()),
    );
    if (!addedFirmware) {
      throw fieldError('CONFLICT', 'version', 'firmwareTaken');
    }
    return addedFirmware;
  });

  serve(app, guard, contract.deleteFirmware, async ({ actor, body, request }) => {
    const outcome = await deleteFirmware(ports, body.id, toChangedBy(actor, request, now()));
    switch (outcome.kind) {
      case 'deleted':
        return formatReply(request, 'firmwareDeleted');
      case 'gone':
        throw new ApiError('NOT_FOUND', 'notFound');
      case 'in-use': {
        const values = { firmware: outcome.firmware, bins: formatNameList(outcome.bins) };
        throw new ApiError('CONFLICT', 'firmwareInUse', { values });
      }
    }
  });
}

function findFileProblem(file: UploadedFile | null): MessageKey | null {
  if (file === null) return 'firmwareMissing';
  if (!contract.FIRMWARE_FILE_EXTENSION.test(file.name)) return 'firmwareWrongType';
  return file.bytes.length === 0 ? 'firmwareEmpty' : null;
}

function toApiError(messageKey: MessageKey): ApiError {
  return fieldError('INVALID_INPUT', 'file', messageKey);
}
