import { useState } from 'preact/hooks';
import type { ServiceCall } from '../api/call-service.ts';
import { callService } from '../api/call-service.ts';
import { linkTo, route } from '../app/route.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ActionForm } from '../parts/action-form.tsx';
import { Fold } from '../parts/fold.tsx';
import { editedCall, ownHeaders, takesBody } from './edited-call.ts';
import type { Exchange } from './exchange.ts';

/** Resends the request, unchanged or edited, as a console call: no verdict is about it. */
export function SendAgain({ exchange }: { exchange: Exchange }) {
  const [sent, setSent] = useState<string>();
  const reason = whyNot(exchange);
  if (reason !== undefined) return <span class="quiet">{reason}</span>;
  const send = async (call: ServiceCall) => setSent(await callService(route.value.profile ?? '', call));
  const { method, path, request } = exchange;
  const body = takesBody(method) ? request.body : null;
  return (
    <>
      <ActionButton work={() => send({ method, path, headers: ownHeaders(exchange), body })}>Send again</ActionButton>
      {sent !== undefined && (
        <span role="status">
          {sent.startsWith('req_') ? <a href={linkTo({ item: sent })}>Open the new exchange</a> : sent}
        </span>
      )}
      <Fold class="edit" summary="Edit and send" startsOpen={draft?.of === exchange.exchangeId}>
        {() => <EditForm exchange={exchange} send={send} />}
      </Fold>
    </>
  );
}

function whyNot({ request: { cut, encoding, body, bodyBytes } }: Exchange): string | undefined {
  if (cut || (body === null && bodyBytes > 0)) return 'Too large to be sent again from here.';
  return encoding === 'base64' ? 'Not text, so it cannot be sent again from here.' : undefined;
}

/** The method is fixed: with another one, it would be a call to another operation. */
function EditForm({ exchange, send }: { exchange: Exchange; send: (call: ServiceCall) => Promise<void> }) {
  const { exchangeId, method, path, request } = exchange;
  const headers = ownHeaders(exchange).map(({ name, value }) => `${name}: ${value}`);
  const typed = draft?.of === exchangeId ? draft.fields : {};
  const keep = ({
    currentTarget: { name, value },
  }: {
    currentTarget: HTMLInputElement | HTMLTextAreaElement;
  }): void => {
    draft = { of: exchangeId, fields: { ...(draft?.of === exchangeId && draft.fields), [name]: value } };
  };
  const field = (name: keyof Fields, value: string) =>
    ({ name, defaultValue: typed[name] ?? value, onInput: keep, spellcheck: false }) as const;
  return (
    <ActionForm
      submit={`Send ${method} as the console`}
      work={async (filled) =>
        send(editedCall(method, { path: filled('path'), headers: filled('headers'), body: filled('body') }))
      }
    >
      <label>
        <span>Path and query</span>
        <input {...field('path', path)} required />
      </label>
      <label>
        <span>Headers, one on each line</span>
        <textarea {...field('headers', headers.join('\n'))} rows={headers.length + 1} />
      </label>
      {takesBody(method) && (
        <label>
          <span>Body</span>
          <textarea {...field('body', indented(request.body ?? ''))} rows={12} />
        </label>
      )}
    </ActionForm>
  );
}

interface Fields {
  path?: string;
  headers?: string;
  body?: string;
}

/** The latest typed text: it stays while another view is open. */
let draft: { of: string; fields: Fields } | undefined;

/** Formats JSON with one value on each line; leaves any other text unchanged. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
