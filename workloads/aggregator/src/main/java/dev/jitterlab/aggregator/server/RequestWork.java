package dev.jitterlab.aggregator.server;

import dev.jitterlab.aggregator.door.Answer;
import dev.jitterlab.aggregator.door.ClientRequest;
import dev.jitterlab.aggregator.door.RefusedException;
import dev.jitterlab.aggregator.door.RequestHandler;
import dev.jitterlab.aggregator.door.RequestLimit;
import dev.jitterlab.aggregator.door.RequestRefusal;
import dev.jitterlab.aggregator.door.RequestRefusals;
import dev.jitterlab.aggregator.page.AnswerPlan;
import dev.jitterlab.aggregator.page.PageBook;
import dev.jitterlab.aggregator.page.PageKind;
import dev.jitterlab.aggregator.server.RequestFigures.Ending;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Takes each request through the limit and the workshop, and counts what became of it. */
final class RequestWork implements RequestHandler {
  private static final System.Logger LOG = System.getLogger(RequestWork.class.getName());
  private static final String BUSY = "Too busy. Try again in a second.";

  private final PageBook book;
  private final RequestLimit limit;
  private final Workshop workshop;
  private final RequestRefusals refusals;
  private final RequestFigures figures;
  private final AtomicBoolean logged = new AtomicBoolean();

  RequestWork(
      PageBook book,
      RequestLimit limit,
      Workshop workshop,
      RequestRefusals refusals,
      RequestFigures figures) {
    this.book = book;
    this.limit = limit;
    this.workshop = workshop;
    this.refusals = refusals;
    this.figures = figures;
  }

  @Override
  public void handle(ClientRequest request, Consumer<Answer> answer) throws RefusedException {
    if (request.path().equals("/health")) {
      answer.accept(Answer.words(200, "serving"));
      return;
    }
    AnswerPlan plan = book.plan(request);
    if (plan == null) {
      answer.accept(PageBook.notFound());
      return;
    }
    ServedRequestEvent event = new ServedRequestEvent();
    event.begin();
    OneRequest one = new OneRequest(request, plan, answer, event);
    try {
      limit.enter(one);
    } catch (RefusedException e) {
      figures.ended(plan.kind(), Ending.SHED, request.arrivedNs(), event);
      throw e;
    }
  }

  @Override
  public void shed(ClientRequest request) {
    PageKind kind = PageKind.ofPath(request.path());
    if (kind != null) {
      figures.shed(kind);
    }
  }

  private Answer defect(Throwable failure) {
    if (logged.compareAndSet(false, true)) {
      LOG.log(System.Logger.Level.ERROR, "a request failed; the first is logged", failure);
    }
    return Answer.words(500, "Something went wrong here.");
  }

  private static Ending ending(Answer answer) {
    if (answer.isPartial()) {
      return Ending.PARTIAL;
    }
    if (answer.isForOverload()) {
      return Ending.SHED;
    }
    int status = answer.status();
    if (status < 400) {
      return Ending.COMPLETE;
    }
    if (status >= 500) {
      return Ending.UPSTREAM_FAILED;
    }
    return status == 404 ? Ending.NOT_FOUND : Ending.REFUSED;
  }

  /** A request on its way. */
  private final class OneRequest implements RequestLimit.Turn {
    private final ClientRequest request;
    private final AnswerPlan plan;
    private final Consumer<Answer> answer;
    private final ServedRequestEvent event;

    OneRequest(
        ClientRequest request, AnswerPlan plan, Consumer<Answer> answer, ServedRequestEvent event) {
      this.request = request;
      this.plan = plan;
      this.answer = answer;
      this.event = event;
    }

    @Override
    public void begin(boolean waited) {
      if (waited) {
        request.loop().execute(this::work);
      } else {
        work();
      }
    }

    private void work() {
      try {
        workshop.work(plan, this::done);
      } catch (RefusedException e) {
        limit.leave();
        refuse(e.refusal());
      } catch (RuntimeException | Error e) {
        done(null, e);
      }
    }

    private void done(Answer made, Throwable failure) {
      limit.leave();
      figures.ended(
          plan.kind(), failure == null ? ending(made) : Ending.DEFECT, request.arrivedNs(), event);
      answer.accept(failure == null ? made : defect(failure));
    }

    @Override
    public void shed() {
      refuse(RequestRefusal.QUEUE_TIME);
    }

    private void refuse(RequestRefusal refusal) {
      refusals.count(refusal);
      figures.ended(plan.kind(), Ending.SHED, request.arrivedNs(), event);
      answer.accept(Answer.words(refusal.status(), BUSY));
    }
  }
}
