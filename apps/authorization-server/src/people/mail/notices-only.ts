/** An outbox for those who tell people what happened, and may not choose whom they mail. */
import { MAIL_KINDS } from "./kinds.ts";
import type { Message, Outbox } from "./message.ts";

/** Completes an outbox by what follows from its one way to write mails. */
export function outboxOf({ isOn, enqueueAll }: Pick<Outbox, "isOn" | "enqueueAll">): Outbox {
  const outbox: Outbox = {
    isOn,
    enqueueAll,
    enqueue: (query, message, at) => outbox.enqueueAll(query, [message], at),
    noticesOnly: (who) => noticesOnly(outbox, who),
  };
  return outbox;
}

function noticesOnly(outbox: Outbox, who: string): Outbox {
  const assertNotice = ({ kind }: Message) => {
    if (MAIL_KINDS[kind].isAsked) throw new Error(`${who} mails ${kind}, and has no budget of mails`);
  };
  return {
    get isOn() {
      return outbox.isOn;
    },
    async enqueue(query, message, at) {
      assertNotice(message);
      await outbox.enqueue(query, message, at);
    },
    async enqueueAll(query, messages, at) {
      messages.forEach(assertNotice);
      await outbox.enqueueAll(query, messages, at);
    },
    noticesOnly: (name) => noticesOnly(outbox, name),
  };
}
